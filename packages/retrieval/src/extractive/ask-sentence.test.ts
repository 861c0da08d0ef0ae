import { describe, expect, it } from 'vitest';
import { askSentence, topicOfSentence } from './ask-sentence.js';

const small = new Set(['The', 'A', 'Der', 'Die', 'Das', 'Members']);
const ask = (sentence: string) => askSentence(sentence, (word) => !small.has(word));

describe('WEB-10 the question that a sentence answers', () => {
  it.each([
    ['The slipway is 24 metres long.', 'How long is the slipway?'],
    ['The trees were ordered on 12 October 2025 from the nursery.', 'When were the trees ordered?'],
    ['The boathouse was sold to the club in 1994.', 'When was the boathouse sold to the club?'],
    ['The lease began on 1 January 2024 and runs for five years.', 'When did the lease begin?'],
    ['The office opens at 9:00 on weekdays.', 'When does the office open?'],
    ['The digger costs 85 euros a day.', 'How much does the digger cost?'],
    ['A full cycle takes 40 minutes.', 'How long does a full cycle take?'],
    ['The machine weighs 14 kg and has two handles.', 'How much does the machine weigh?'],
    ['Braga has 41 houses by the river.', 'How many houses does Braga have?'],
    ['The deposit is 1,200 pounds, payable in advance.', 'How much is the deposit?'],
    ['The maximum temperature is 95 degrees.', 'What is the maximum temperature?'],
    ['The treasurer is Maria Holm.', 'Who is the treasurer?'],
    ['Der Kessel wurde am 12. März 2019 eingebaut.', 'Wann wurde der Kessel eingebaut?'],
    ['Der Schornstein ist 12 Meter hoch.', 'Wie hoch ist der Schornstein?'],
    ['Die Leistung beträgt 24 Kilowatt.', 'Wie hoch ist die Leistung?'],
    ['Die Wartung kostet 180 Euro im Jahr.', 'Wie viel kostet die Wartung?'],
    ['Die Prüfung dauert etwa zwei Stunden.', 'Wie lange dauert die Prüfung?'],
    ['Der Vertrag endet am 31. Dezember 2027.', 'Wann endet der Vertrag?'],
  ])('%s', (sentence, question) => {
    expect(ask(sentence)).toBe(question);
  });

  it.each([
    'It is 24 metres long.',
    'This pump weighs 14 kg.',
    'The second part is 300 pounds.',
    'The field is 40 percent larger than the chart shows.',
    'When the tide is low, the basin is 2 metres deep.',
    'The pump that was bought in May weighs 14 kg.',
    'Nobody knows.',
    'Er ist 12 Meter hoch.',
  ])('asks nothing that would not be understood alone: %s', (sentence) => {
    expect(ask(sentence)).toBeNull();
  });

  it('tells what a sentence is about, without the article', () => {
    expect(topicOfSentence('The engine room is protected by carbon dioxide.')).toBe('engine room');
    expect(topicOfSentence('Der Hausmeister hat einen Schlüssel.')).toBe('Hausmeister');
    expect(topicOfSentence('It was protected.')).toBeNull();
    expect(topicOfSentence('In May the engine room was painted.')).toBeNull();
  });
});
