import { formatNumber } from '../../lib/format-number.js';
import type { Texts } from '../texts.js';

export const researchTexts: Pick<Texts, 'contradictions' | 'feedback' | 'reports'> = {
  contradictions: {
    title: 'Widersprüche',
    topic: 'Thema',
    topicHint: 'Leer lassen, um alle Dokumente zu vergleichen.',
    look: 'Widersprüche suchen',
    looking: 'Die Dokumente werden verglichen',
    stop: 'Anhalten',
    stopped: 'Vor dem Ende angehalten. Was gefunden wurde, bleibt erhalten.',
    failed: 'Der Vergleich konnte nicht abgeschlossen werden.',
    goOn: 'Weitermachen',
    again: 'Noch einmal suchen',
    forget: 'Dieses Ergebnis löschen',
    earlier: 'Frühere Ergebnisse',
    everything: 'Alle Dokumente',
    empty: 'Wo widersprechen sich die Dokumente?',
    emptyHint:
      'Ibid vergleicht Sätze verschiedener Dokumente über dieselbe Sache und zeigt die, die eine andere Zahl, ein anderes Datum oder einen anderen Namen nennen oder das Gegenteil sagen.',
    ofAnswer: 'Wo sich die Dokumente widersprechen',
    found: (pairs) =>
      pairs === 0
        ? 'Keine Widersprüche gefunden.'
        : pairs === 1
          ? 'Ein Widerspruch.'
          : `${pairs} Widersprüche.`,
    perhaps: (pairs) =>
      pairs === 1
        ? 'Ein weiterer ist vielleicht keiner.'
        : `${formatNumber(pairs)} weitere sind vielleicht keine.`,
    changed: (pairs) =>
      pairs === 1
        ? 'Eine Änderung zwischen Fassungen eines Dokuments.'
        : `${formatNumber(pairs)} Änderungen zwischen Fassungen eines Dokuments.`,
    looked: (documents, sentences) => `Verglichene Dokumente: ${documents}, Sätze: ${sentences}.`,
    cut: 'Es ist mehr, als auf einmal verglichen werden kann: Nennen Sie ein Thema.',
    against: (older, newer) => `${older} gegen ${newer}`,
    rejected: (pairs) =>
      pairs === 1
        ? 'Ein Paar, in dem das Modell keinen Widerspruch sieht'
        : `${pairs} Paare, in denen das Modell keinen Widerspruch sieht`,
    kinds: { number: 'Zahl', date: 'Datum', polarity: 'Gegenteil', name: 'Name' },
    standings: {
      confirmed: 'Durch Vergleich von Zahlen, Daten und Namen gefunden und vom Modell bestätigt.',
      found: 'Durch Vergleich von Zahlen, Daten und Namen gefunden, ohne Sprachmodell.',
      open: 'Vielleicht: Einer der Sätze gilt nur für einen Teil oder für früher.',
      changed: 'Kein Widerspruch: Eine neuere Fassung des Dokuments sagt es anders und ersetzt die ältere.',
      rejected: 'Das Modell sieht keinen Widerspruch.',
    },
  },
  feedback: {
    answerMarks: { right: 'Die Antwort stimmt', wrong: 'Die Antwort stimmt nicht' },
    citation: 'Belegt diese Stelle, wofür sie genannt wird?',
    citationMarks: { right: 'Die Stelle belegt es', wrong: 'Die Stelle belegt es nicht' },
    citationKeys: { right: 'Die Stelle belegt es (R)', wrong: 'Die Stelle belegt es nicht (W)' },
    why: 'Warum?',
    ask: { right: 'Was ist gut daran?', wrong: 'Was stimmt nicht?' },
    reasons: {
      'wrong-fact': 'Etwas darin ist falsch',
      incomplete: 'Etwas fehlt',
      'not-in-documents': 'Es steht nicht in den Dokumenten',
      'wrong-document': 'Es beruht auf dem falschen Dokument',
      outdated: 'Es ist veraltet',
      'off-topic': 'Die Frage ist nicht beantwortet',
      unclear: 'Es ist unverständlich',
      complete: 'Nichts fehlt',
      'well-proven': 'Gut belegt',
      clear: 'Gut verständlich',
    },
    comment: 'In eigenen Worten',
    share: 'Administratoren dürfen das lesen',
    shareHint:
      'Mit Frage, Antwort und den Textstellen der Dokumente, die sie selbst sehen dürfen. Sonst sehen sie nur Zahlen.',
    seeAll: 'Alle Ihre Rückmeldungen',
    ownHint:
      'Was Sie über Antworten und Textstellen gesagt haben. Nur Sie sehen es, solange Sie es nicht teilen.',
    none: 'Noch keine Rückmeldung',
    noneHint:
      'Unter jeder Antwort und an jeder Textstelle können Sie sagen, ob sie stimmt. Hier sehen Sie, wie sich das mit der Zeit ändert.',
    everybody: 'Alle Personen',
    everybodyHint: 'Zahlen von allen. Worte sehen Sie nur, wo jemand sie geteilt hat.',
    nobody: 'Noch hat niemand eine Rückmeldung gegeben.',
    people: (count) => (count === 1 ? 'Von einer Person.' : `Von ${formatNumber(count)} Personen.`),
    right: 'Richtig',
    wrong: 'Falsch',
    rightShare: 'Richtige Antworten',
    judgedAnswers: 'Bewertete Antworten',
    judgedPassages: 'Bewertete Textstellen',
    agreement: 'Übereinstimmung mit der Prüfung',
    perWeek: 'Bewertete Antworten je Woche',
    byWeek: 'Woche für Woche',
    weekHead: 'Woche ab',
    passagesRight: 'Stellen richtig',
    passagesWrong: 'Stellen falsch',
    week: (day, right, wrong) => `Ab ${day}: ${right} richtig, ${wrong} falsch`,
    passages: (right, wrong) => `Textstellen: ${right} richtig, ${wrong} falsch`,
    said: 'Was Sie gesagt haben',
    sharedWithYou: 'Was andere mit Administratoren teilen',
    isShared: 'mit Administratoren geteilt',
    export: 'Exportieren',
    deleteAll: 'Alles löschen',
    deleteQuestion:
      'Alle Ihre Rückmeldungen löschen, mit den Fragen, Antworten und Textstellen, die dabei aufgehoben wurden? Die Unterhaltungen bleiben.',
    deleteOne: 'Diese Rückmeldung löschen',
    deleteOneQuestion: 'Diese Rückmeldung löschen? Die Unterhaltung bleibt.',
  },
  reports: {
    title: 'Berichte',
    subtitle:
      'Für Fragen, die viele Suchen brauchen. Ibid macht einen Plan, schlägt jeden Teil nach und prüft jede Aussage.',
    question: 'Was soll der Bericht beantworten?',
    questionHint: 'Die Frage darf mehrere Teile haben. Sie sehen den Plan, bevor etwas nachgeschlagen wird.',
    where: 'Nur in diesen Wissensbasen',
    plan: 'Plan machen',
    planning: 'Plan wird gemacht',
    planned: 'Geplant',
    none: 'Noch kein Bericht',
    noneHint:
      'Fragen Sie etwas, das eine Suche allein nicht beantwortet, etwa was mehrere Dokumente zu mehreren Punkten sagen. Den Plan können Sie vorher ändern.',
    written: (done, all) => `${done} von ${all} Abschnitten`,
    planHint:
      'Jeder Teil wird für sich nachgeschlagen. Ändern, verschieben, ergänzen oder streichen Sie Teile und starten Sie dann.',
    partTitle: 'Überschrift',
    partQuestion: 'Was nachgeschlagen wird',
    addPart: 'Teil hinzufügen',
    removePart: 'Diesen Teil streichen',
    up: 'Nach oben',
    down: 'Nach unten',
    steps: 'Höchstens so viele Schritte',
    tokens: 'Höchstens so viele Token',
    run: 'Bericht schreiben',
    usedOf: (used, of) => `${used} von ${of}`,
    used: (steps, tokens) => `Verbraucht: ${steps} Schritten und ${tokens} Token.`,
    waiting: 'Wartet, bis er an der Reihe ist',
    writing: 'Der Bericht wird geschrieben',
    stop: 'Anhalten',
    stopped: 'Angehalten. Die fertigen Abschnitte bleiben erhalten.',
    failed: 'Der Bericht konnte nicht fertig geschrieben werden.',
    withheld:
      'Einige Abschnitte beruhen auf Dokumenten, die gelöscht wurden oder die Sie nicht mehr sehen dürfen.',
    writeAgain: 'Neu schreiben',
    goOn: 'Weitermachen',
    changePlan: 'Plan ändern',
    export: 'Exportieren',
    print: 'Drucken oder PDF',
    deleteQuestion: 'Diesen Bericht löschen? Er lässt sich nicht zurückholen.',
    notFound: 'Was nicht gefunden wurde',
    states: {
      planned: 'Noch nicht nachgeschlagen.',
      done: '',
      near: '',
      nothing: 'Die Dokumente beantworten das nicht.',
      failed: 'Es ließ sich nicht nachschlagen.',
      'left-out': 'Das Budget war vorher aufgebraucht.',
    },
  },
};
