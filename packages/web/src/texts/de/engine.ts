import { wordedBy } from '../engine-words.js';
import type { EngineWords } from '../engine-words.js';
import { withFormerWords } from '../former-engine-words.js';

/** Verdicts on claims. */
const verdicts: EngineWords = [
  ['Checked against the sources: {found}', 'Mit den Quellen verglichen: {found}'],
  ['Answered at most in part. {rest}', 'Höchstens zum Teil beantwortet. {rest}'],
  [
    'No answer found; 1 quote that comes closest, checked against the source',
    'Keine Antwort gefunden; 1 Zitat, das am nächsten kommt, mit der Quelle verglichen',
  ],
  [
    'No answer found; {count} quotes that come closest, each checked against the source',
    'Keine Antwort gefunden; {count} Zitate, die am nächsten kommen, jedes mit der Quelle verglichen',
  ],
  [
    'No answer found; of 1 quote that came closest, {count} supported{rest}',
    'Keine Antwort gefunden; von 1 Zitat, das am nächsten kommt, {count} belegt{rest}',
  ],
  [
    'No answer found; of {all} quotes that came closest, {count} supported{rest}',
    'Keine Antwort gefunden; von {all} Zitaten, die am nächsten kommen, {count} belegt{rest}',
  ],
  ['{count} of 1 claim supported{rest}', '{count} von 1 Aussage belegt{rest}'],
  ['{count} of {all} claims supported{rest}', '{count} von {all} Aussagen belegt{rest}'],
  ['Cites no source: 1 claim uncited', 'Nennt keine Quelle: 1 Aussage ohne Quelle'],
  ['Cites no source: {count} claims uncited', 'Nennt keine Quelle: {count} Aussagen ohne Quelle'],
  [
    'Answered without a search or a source: 1 claim uncited',
    'Ohne Suche und ohne Quelle beantwortet: 1 Aussage ohne Quelle',
  ],
  [
    'Answered without a search or a source: {count} claims uncited',
    'Ohne Suche und ohne Quelle beantwortet: {count} Aussagen ohne Quelle',
  ],
  [
    'The claim says “{claimed}”, but the passage says “{found}”.',
    'Die Aussage sagt „{claimed}“, die Textstelle aber „{found}“.',
  ],
  [
    'The passage has “{claimed}”, but “{found}” stands closer to the rest of the claim.',
    '„{claimed}“ steht in der Textstelle, näher an der übrigen Aussage aber „{found}“.',
  ],
  [
    'The claim and the passage both say “{claimed}”, but not in the same unit or of the same thing.',
    'Aussage und Textstelle sagen beide „{claimed}“, aber nicht in derselben Einheit oder von derselben Sache.',
  ],
  [
    'The claim goes further than the passage, which does not say “{claimed}”.',
    'Die Aussage geht weiter als die Textstelle, in der „{claimed}“ nicht steht.',
  ],
  [
    'The passage has “{found}” without a unit; the claim says “{claimed}”.',
    'In der Textstelle steht „{found}“ ohne Einheit; die Aussage sagt „{claimed}“.',
  ],
  [
    'The claim names “{claimed}” where the passage names “{found}”.',
    'Die Aussage nennt „{claimed}“, wo die Textstelle „{found}“ nennt.',
  ],
  [
    'The claim says “{claimed}” where the passage says “{found}”.',
    'Die Aussage sagt „{claimed}“, wo die Textstelle „{found}“ sagt.',
  ],
  [
    'One says it and the other denies it: the claim has “{claimed}”, the passage “{found}”.',
    'Die eine sagt es, die andere verneint es: In der Aussage steht „{claimed}“, in der Textstelle „{found}“.',
  ],
  [
    'The claim has “{claimed}”, the passage “{found}”: one may deny what the other says.',
    'In der Aussage steht „{claimed}“, in der Textstelle „{found}“: Vielleicht verneint die eine, was die andere sagt.',
  ],
  [
    '“{claimed}” stands in another row than “{found}”.',
    '„{claimed}“ steht in einer anderen Zeile als „{found}“.',
  ],
  ['The source has “{claimed}” under “{found}”.', 'In der Quelle steht „{claimed}“ unter „{found}“.'],
  [
    'Elsewhere the source calls “{name}” “{short}”.',
    'An anderer Stelle nennt die Quelle „{name}“ „{short}“.',
  ],
  ['The passage is not in “{place}”.', 'Die Textstelle steht nicht in „{place}“.'],
  ['The passage makes an exception: “{found}”.', 'Die Textstelle macht eine Ausnahme: „{found}“.'],
  [
    'The passage says so on a condition: “{found} …”.',
    'Die Textstelle sagt das unter einer Bedingung: „{found} …“.',
  ],
  [
    'The source does not have {words}; the passage has “{first}” and “{second}”, from which it can be worked out.',
    'Die Quelle hat {words} nicht; aus „{first}“ und „{second}“ in der Textstelle lässt es sich ausrechnen.',
  ],
  [
    'The passage does not state “{words}”; {rows} rows of the table fit.',
    'In der Textstelle steht „{words}“ nicht; {rows} Zeilen der Tabelle passen.',
  ],
  [
    'The passage does not state “{words}”; {rows} rows of the table add up to it.',
    'In der Textstelle steht „{words}“ nicht; {rows} Zeilen der Tabelle ergeben es zusammen.',
  ],
  [
    'The passage does not state “{words}”; it is the average of {rows} rows of the table.',
    'In der Textstelle steht „{words}“ nicht; es ist der Durchschnitt von {rows} Zeilen der Tabelle.',
  ],
  [
    'The sentence that comes closest does not mention “{claimed}”: “{found} …”.',
    'Der nächstliegende Satz nennt „{claimed}“ nicht: „{found} …“.',
  ],
  [
    'The passage says “{found}”; the claim has it the other way round.',
    'In der Textstelle steht „{found}“; in der Aussage ist es umgekehrt.',
  ],
  [
    'The passage says “{found}”, which may not be the same.',
    'In der Textstelle steht „{found}“, was vielleicht nicht dasselbe ist.',
  ],
  [
    'The source does not have {words}; the passage has {others}.',
    'In der Quelle steht {words} nicht; in der Textstelle steht {others}.',
  ],
  ['The source does not have {words}.', 'In der Quelle steht {words} nicht.'],
  ['The passage does not have {words}.', 'In der Textstelle steht {words} nicht.'],
  ['The source does not name {words}.', 'Die Quelle nennt {words} nicht.'],
  ['The source does not mention {words}.', 'Die Quelle erwähnt {words} nicht.'],
  ['Only a part of it is in the passage.', 'Nur ein Teil davon steht in der Textstelle.'],
  ['Only a heading says it.', 'Nur eine Überschrift sagt es.'],
  [
    'Mostly the title and headings say it, not the text.',
    'Das sagen vor allem Titel und Überschriften, nicht der Text.',
  ],
  ['The words are in the source, but not together.', 'Die Wörter stehen in der Quelle, aber nicht zusammen.'],
  [
    'The source is in another language: only numbers and names can be compared.',
    'Die Quelle ist in einer anderen Sprache: Nur Zahlen und Namen lassen sich vergleichen.',
  ],
  [
    'The source, in another language, does not have “{words}”.',
    'In der Quelle, die in einer anderen Sprache ist, steht „{words}“ nicht.',
  ],
  [
    'The source is in another language; its numbers and names agree.',
    'Die Quelle ist in einer anderen Sprache; ihre Zahlen und Namen stimmen überein.',
  ],
  [
    'The source is in another language; a part of the numbers and names agrees.',
    'Die Quelle ist in einer anderen Sprache; ein Teil der Zahlen und Namen stimmt überein.',
  ],
  [
    'The source says something similar in other words.',
    'Die Quelle sagt etwas Ähnliches mit anderen Worten.',
  ],
  ['The source says it in other words.', 'Die Quelle sagt es mit anderen Worten.'],
  ['The sentence is too long to be checked whole.', 'Der Satz ist zu lang, um ihn ganz zu prüfen.'],
  [
    'A part of it rests on a picture that was not read clearly.',
    'Ein Teil davon beruht auf einem Bild, das nicht deutlich zu lesen war.',
  ],
  [
    'Read from a picture, and not clearly: {words}. Compare it with the picture.',
    'Aus einem Bild gelesen, und nicht deutlich: {words}. Vergleichen Sie es mit dem Bild.',
  ],
  [
    'There is no text of this source to check the claim against.',
    'Von dieser Quelle gibt es keinen Text, an dem sich die Aussage prüfen ließe.',
  ],
  ['There is nothing in this sentence to check.', 'In diesem Satz gibt es nichts zu prüfen.'],
  ['Nothing of it is in this source.', 'Nichts davon steht in dieser Quelle.'],
  [
    'The quoted words “{quote}” are not in this source.',
    'Die zitierten Worte „{quote}“ stehen nicht in dieser Quelle.',
  ],
  ['No source has the number {number}.', 'Keine Quelle hat die Nummer {number}.'],
  [
    'The answer was cut off before this could be checked.',
    'Die Antwort brach ab, bevor das geprüft werden konnte.',
  ],
  ['It says otherwise.', 'Sie sagt etwas anderes.'],
  ['You may not see this source.', 'Diese Quelle dürfen Sie nicht sehen.'],
  ['Only the owner of the conversation sees this.', 'Das sieht nur, wem die Unterhaltung gehört.'],
  ['This document was deleted.', 'Dieses Dokument wurde gelöscht.'],
];

/** Cells of evidence tables, and sections of reports. */
const tables: EngineWords = [
  ['The document also says “{value}”: “{sentence}”.', 'Im Dokument steht auch „{value}“: „{sentence}“.'],
  ['The passage may say this of something else.', 'Vielleicht sagt die Textstelle das von etwas anderem.'],
  ['The document gives it as a limit.', 'Das Dokument nennt es als Grenze.'],
  ['The document allows it on a condition.', 'Das Dokument erlaubt es unter einer Bedingung.'],
  ['The model gave no answer that can be read.', 'Das Modell gab keine lesbare Antwort.'],
  ['What the model quotes is not in the document.', 'Was das Modell zitiert, steht nicht im Dokument.'],
  ['The quote does not have “{value}”.', 'Im Zitat steht „{value}“ nicht.'],
  ['The quote does not say it in these words.', 'Das Zitat sagt es nicht mit diesen Worten.'],
  ['The document does not have this value.', 'Das Dokument enthält diesen Wert nicht.'],
  [
    'The document contains this value, but in a sentence without the words of the question. Check whether it answers the question.',
    'Das Dokument enthält diesen Wert, aber in einem Satz ohne die Wörter der Frage. Prüfen Sie, ob er die Frage beantwortet.',
  ],
  [
    'Nothing in the document contains the words of the question. This comes closest in meaning. Check whether it answers the question.',
    'Nichts im Dokument hat die Wörter der Frage. Das kommt ihr in der Bedeutung am nächsten: Prüfen Sie, ob es gemeint ist.',
  ],
  [
    'The question and the document are in different languages, so the words of the question were not found. Ask in the language of the document, or use a language model.',
    'Die Frage ist in einer anderen Sprache als das Dokument, daher wurden ihre Wörter nicht gefunden. Stellen Sie sie in der Sprache des Dokuments oder mit einem Sprachmodell.',
  ],
  [
    'Nothing answers this outright; what comes closest is quoted.',
    'Nichts beantwortet das direkt; zitiert ist, was am nächsten kommt.',
  ],
  ['The documents do not answer this.', 'Die Dokumente beantworten das nicht.'],
  ['It could not be looked up.', 'Es ließ sich nicht nachschlagen.'],
  ['The budget was used up before it.', 'Das Budget war vorher aufgebraucht.'],
  [
    'The documents behind this were deleted, or are no longer shared with you. Write it again from what you may see.',
    'Worauf das beruhte, wurde gelöscht oder ist nicht mehr mit Ihnen geteilt. Lassen Sie es aus dem, was Sie sehen dürfen, neu schreiben.',
  ],
];

/** Events and errors of turns. */
const turns: EngineWords = [
  ['{message} The provider said: {detail}', '{message} Der Anbieter meldet: {detail}'],
  ['{message} Trying again (attempt {attempt}).', '{message} Neuer Versuch (der {attempt}.).'],
  [
    'The answer reached the output limit of the model and ends there.',
    'Die Antwort hat die größte Länge des Modells erreicht und endet dort.',
  ],
  [
    'The model returned an empty answer and is asked once more.',
    'Das Modell gab eine leere Antwort und wird noch einmal gefragt.',
  ],
  [
    'The model wrote a tool call as text. Ibid runs it this once.',
    'Das Modell schrieb einen Werkzeugaufruf als Text; dieses Mal wird er ausgeführt.',
  ],
  [
    'The provider rejected the context as too long, so Ibid fitted it into a smaller budget.',
    'Dem Anbieter war der Kontext zu lang; er wurde verkleinert.',
  ],
  [
    'The model for small tasks failed or took too long, so the answer was not repaired.',
    'Das Modell für kleine Aufgaben konnte die Antwort nicht nachbessern; sie bleibt, wie sie war.',
  ],
  [
    'At most {tokens} tokens go to "{model}": an error message of its provider says that no more fits. Ibid tries more after a day. If you know its context window, set it in the settings.',
    'An „{model}“ gehen höchstens {tokens} Token: Laut einer Fehlermeldung des Anbieters passt nicht mehr hinein. Nach einem Tag wird mehr versucht. Wenn Sie das Kontextfenster kennen, stellen Sie es in den Einstellungen ein.',
  ],
  [
    'At most {tokens} tokens go to "{model}": its provider counted fewer tokens than were sent. Ibid tries more after a day. If you know its context window, set it in the settings.',
    'An „{model}“ gehen höchstens {tokens} Token: Der Anbieter zählte weniger, als gesendet wurden. Nach einem Tag wird mehr versucht. Wenn Sie das Kontextfenster kennen, stellen Sie es in den Einstellungen ein.',
  ],
  [
    'The provider counted {counted} tokens, but about {sent} were sent. It left out the rest without saying so, so this answer may be incomplete. {advice}',
    'Der Anbieter zählte {counted} Token, gesendet wurden etwa {sent}: Den Rest hat er ohne Hinweis weggelassen, und dieser Antwort kann etwas fehlen. {advice}',
  ],
  [
    'The provider counted {counted} tokens, but about {sent} were sent. Either it left out the rest, and this answer may be incomplete, or it counts in another way, for example without the parts that it keeps in a cache. Its window stays at {tokens} tokens.',
    'Der Anbieter zählte {counted} Token, gesendet wurden etwa {sent}. Entweder hat er den Rest weggelassen, und dieser Antwort kann etwas fehlen, oder er zählt anders, zum Beispiel ohne die Teile, die er im Cache hält. Sein Kontextfenster bleibt bei {tokens} Token.',
  ],
  [
    'What the model must be sent takes {needed} tokens, but there is room for {room}: {parts}. Shorten one of them, offer fewer tools, or choose a model with a larger window.',
    'Was das Modell bekommen muss, braucht {needed} Token, Platz ist aber nur für {room}: {parts}. Kürzen Sie etwas davon, bieten Sie weniger Werkzeuge an, oder wählen Sie ein Modell mit größerem Kontextfenster.',
  ],
  [
    '1 attached file did not fit as a whole: the model was given only a part of it.',
    '1 angehängte Datei passte nicht ganz hinein: Das Modell bekam nur einen Teil davon.',
  ],
  [
    '{count} attached files did not fit as a whole: the model was given only a part of each.',
    '{count} angehängte Dateien passten nicht ganz hinein: Das Modell bekam von jeder nur einen Teil.',
  ],
  [
    'The oldest question and its answer did not fit and were left out.',
    'Die älteste Frage und ihre Antwort passten nicht hinein und wurden weggelassen.',
  ],
  [
    'The {count} oldest questions and their answers did not fit and were left out.',
    'Die {count} ältesten Fragen und ihre Antworten passten nicht hinein und wurden weggelassen.',
  ],
  [
    'The oldest question and its answer did not fit: the model was given a summary.',
    'Die älteste Frage und ihre Antwort passten nicht hinein: Das Modell bekam eine Zusammenfassung.',
  ],
  [
    'The {count} oldest questions and their answers did not fit: the model was given a summary.',
    'Die {count} ältesten Fragen und ihre Antworten passten nicht hinein: Das Modell bekam eine Zusammenfassung.',
  ],
  [
    'Some passage supports the sentence, at least in part.',
    'Eine Textstelle belegt den Satz wenigstens zum Teil.',
  ],
  [
    'The sources support the proposed sentence no better.',
    'Die Quellen belegen den vorgeschlagenen Satz nicht besser.',
  ],
  [
    'The window of "{model}" is set to {tokens} tokens: set a smaller one.',
    'Das Kontextfenster von „{model}“ ist auf {tokens} Token eingestellt: Stellen Sie ein kleineres ein.',
  ],
  [
    'From now on at most {tokens} tokens go to "{model}".',
    'Von jetzt an gehen höchstens {tokens} Token an „{model}“.',
  ],
  [
    '{what} could not be kept for later: {reason}',
    '{what} konnte nicht für später aufbewahrt werden: {reason}',
  ],
  [
    'The result of {tool} could not be stored for later: {reason}',
    'Das Ergebnis von {tool} konnte nicht für später gespeichert werden: {reason}',
  ],
  [
    'The reference "{name}" could not be stored: {reason}',
    'Die Referenz „{name}“ konnte nicht gespeichert werden: {reason}',
  ],
  ['It could not be stored.', 'Es konnte nicht gespeichert werden.'],
  [
    '<ref id="{id}"> was never closed, so nothing was stored as ref:{name}; its text is in the answer without the tag.',
    '<ref id="{id}"> wurde nicht geschlossen; als ref:{name} ist nichts gespeichert. Der Text steht ohne das Tag in der Antwort.',
  ],
  [
    'The provider refused the key for the model "{model}". Check the API key.',
    'Der Anbieter hat den Schlüssel für das Modell „{model}“ abgelehnt. Prüfen Sie den Schlüssel in den Einstellungen unter Modelle.',
  ],
  [
    'The provider of the model "{model}" refused this content under its policy. Rephrase the question or choose another model.',
    'Der Anbieter des Modells „{model}“ hat diesen Inhalt nach seinen Regeln abgelehnt. Formulieren Sie die Frage um, oder wählen Sie ein anderes Modell.',
  ],
  [
    'The provider did not accept the request for the model "{model}".',
    'Der Anbieter hat die Anfrage für das Modell „{model}“ nicht angenommen.',
  ],
  [
    'The model "{model}" sent an answer that cannot be read. Try again; if it happens again, check that the server at this address uses the right protocol.',
    'Die Antwort des Modells „{model}“ ist nicht lesbar. Versuchen Sie es noch einmal; wenn es so bleibt, prüfen Sie die Adresse und die Art des Anbieters.',
  ],
  [
    'The model "{model}" sent nothing for too long. Try again, or raise the time limit.',
    'Vom Modell „{model}“ kam zu lange nichts. Versuchen Sie es noch einmal, oder erhöhen Sie die Zeitgrenze in den Einstellungen.',
  ],
  [
    'The provider of the model "{model}" cannot be reached or has an internal problem (status {status}). Check its address, or try again later.',
    'Der Anbieter des Modells „{model}“ ist nicht erreichbar oder selbst gestört (Status {status}). Prüfen Sie die Adresse in den Einstellungen, oder versuchen Sie es später noch einmal.',
  ],
  [
    'The provider of the model "{model}" cannot be reached or has an internal problem. Check its address, or try again later.',
    'Der Anbieter des Modells „{model}“ ist nicht erreichbar oder selbst gestört. Prüfen Sie die Adresse in den Einstellungen, oder versuchen Sie es später noch einmal.',
  ],
  [
    'The account at the provider of the model "{model}" has no credit left. Check billing there, or choose another model.',
    'Das Konto beim Anbieter des Modells „{model}“ hat kein Guthaben mehr. Prüfen Sie dort die Abrechnung, oder wählen Sie ein anderes Modell.',
  ],
  [
    'The provider is not accepting more requests for the model "{model}" right now and asks to wait {seconds} s. Try again later.',
    'Der Anbieter nimmt für das Modell „{model}“ gerade keine Anfragen mehr an und bittet, {seconds} s zu warten. Versuchen Sie es später noch einmal.',
  ],
  [
    'The provider is not accepting more requests for the model "{model}" right now. Try again later.',
    'Der Anbieter nimmt für das Modell „{model}“ gerade keine Anfragen mehr an. Versuchen Sie es später noch einmal.',
  ],
  [
    'The connection to the model "{model}" broke in the middle of the answer. What had arrived is kept. Trying again writes a new answer; to continue from here, ask it to go on.',
    'Die Verbindung zum Modell „{model}“ brach mitten in der Antwort ab. Was angekommen war, bleibt. Ein neuer Versuch schreibt eine neue Antwort; um hier weiterzumachen, bitten Sie es fortzufahren.',
  ],
  [
    'The provider does not know the model "{model}". Check the name.',
    'Der Anbieter kennt das Modell „{model}“ nicht. Prüfen Sie den Namen in den Einstellungen unter Modelle.',
  ],
  [
    'The model "{model}" failed for an unknown reason. Try again, or choose another model.',
    'Beim Modell „{model}“ trat ein unbekannter Fehler auf. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.',
  ],
  [
    'The model "{model}" returned an empty answer twice. Try again, or choose another model.',
    'Das Modell „{model}“ gab zweimal eine leere Antwort. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.',
  ],
  [
    'There is no model "{model}". The settings list the models that can be used.',
    'Ein Modell „{model}“ gibt es nicht. Welche verwendet werden können, steht in den Einstellungen.',
  ],
  [
    'A turn of this conversation is running. Wait for it, or stop it first.',
    'In dieser Unterhaltung wird gerade geantwortet. Warten Sie, oder halten Sie die Antwort zuerst an.',
  ],
  [
    'A turn of this conversation is running. Stop it first.',
    'In dieser Unterhaltung wird gerade geantwortet. Halten Sie die Antwort zuerst an.',
  ],
  [
    'That answer is still being written. Wait for it, or stop it first.',
    'Diese Antwort wird noch geschrieben. Warten Sie, oder halten Sie sie zuerst an.',
  ],
  [
    'This conversation is shared with you for reading. Fork it to continue in your own copy.',
    'Diese Unterhaltung wurde zum Lesen mit Ihnen geteilt. Zweigen Sie davon ab, um in einer eigenen Kopie weiterzuschreiben.',
  ],
  [
    'Still reading {files}. Send again in a moment.',
    '{files} wird noch gelesen. Senden Sie gleich noch einmal.',
  ],
  ['Wait until the answer is complete.', 'Warten Sie, bis die Antwort fertig ist.'],
];

/** Names and notes from the server. */
const names: EngineWords = [
  ['Quoted sentences (no language model)', 'Zitierte Sätze (kein Sprachmodell)'],
  [
    'Not a language model: it answers with sentences from the documents. Set up a model to get written answers.',
    'Kein Sprachmodell: Es antwortet mit Sätzen aus den Dokumenten. Für geschriebene Antworten richten Sie ein Modell ein.',
  ],
  ['Multilingual, small', 'Mehrsprachig, klein'],
  ['Multilingual, medium', 'Mehrsprachig, mittel'],
  ['Multilingual, large, long passages', 'Mehrsprachig, groß, lange Textstellen'],
  ['Multilingual, large', 'Mehrsprachig, groß'],
  ['English, twice the layers', 'Englisch, doppelt so viele Schichten'],
  ['English, small', 'Englisch, klein'],
];

/** The context report. */
const context: EngineWords = [
  ['always first', 'immer zuerst'],
  ['always last', 'immer zuletzt'],
  ['prompt of the agent', 'Prompt des Agenten'],
  ['call of this turn', 'Aufruf dieses Durchgangs'],
  ['current message', 'aktuelle Nachricht'],
  ['past message', 'frühere Nachricht'],
  ['past answer', 'frühere Antwort'],
  ['past call', 'früherer Aufruf'],
  ['attached to the current message', 'an die aktuelle Nachricht angehängt'],
  ['attached to a past message', 'an eine frühere Nachricht angehängt'],
  ['written between tool calls', 'zwischen Werkzeugaufrufen geschrieben'],
  ['placeholder of a past result', 'Platzhalter für ein früheres Ergebnis'],
  ['instructions and files of the project', 'Anweisungen und Dateien des Projekts'],
  ['result of {tool}', 'Ergebnis von {tool}'],
  ['the call did not finish', 'der Aufruf wurde nicht fertig'],
  [
    'removed, because a document was deleted that may have been in it',
    'entfernt, weil ein Dokument gelöscht wurde, das darin vorgekommen sein kann',
  ],
  ['names what was left out', 'nennt, was weggelassen wurde'],
  ['the current message names these sources again', 'die aktuelle Nachricht nennt diese Quellen wieder'],
  ['the oldest steps of this turn did not fit', 'die ältesten Schritte dieses Durchgangs passten nicht'],
  ['the arguments of this call did not fit', 'die Angaben dieses Aufrufs passten nicht'],
  [
    'passages of earlier turns, named again, did not fit',
    'wieder genannte Textstellen früherer Durchgänge passten nicht',
  ],
  ['the files of the current message did not fit', 'die Dateien der aktuellen Nachricht passten nicht'],
  ['the images of the current message did not fit', 'die Bilder der aktuellen Nachricht passten nicht'],
  ['the current message did not fit', 'die aktuelle Nachricht passte nicht'],
  ['the oldest turns are left out first', 'die ältesten Durchgänge fallen zuerst weg'],
  ['the running summary stands for it', 'die laufende Zusammenfassung steht dafür'],
  ['the file is too large for the window', 'die Datei ist zu groß für das Kontextfenster'],
  [
    'cut by the provider, which did not say what it left out',
    'vom Anbieter abgeschnitten, ohne zu sagen, was fehlt',
  ],
  ['with the whole ones the rest did not fit', 'mit den ganzen passte der Rest nicht'],
];

/** Why a file could not be read, completely or in part. */
const files: EngineWords = [
  ['No text could be extracted from it.', 'Es ließ sich kein Text daraus lesen.'],
  ['It contains no text.', 'Enthält keinen Text.'],
  ['It has {tokens} tokens; {room} can be shown.', 'Hat {tokens} Token; {room} können gezeigt werden.'],
  ['The file is protected by a password.', 'Die Datei ist mit einem Passwort geschützt.'],
  [
    'The content is an office file of the format before 2007 (.doc, .xls, .ppt); save it as DOCX, XLSX or PPTX.',
    'Der Inhalt ist eine Office-Datei im Format vor 2007 (.doc, .xls, .ppt); speichern Sie sie als DOCX, XLSX oder PPTX.',
  ],
  [
    'The file is cut off: "{name}" in it is incomplete.',
    'Die Datei ist abgeschnitten: „{name}“ darin ist unvollständig.',
  ],
  ['The file is damaged: {what}', 'Die Datei ist beschädigt: {what}'],
  ['it cannot be opened as a PDF.', 'Sie lässt sich nicht als PDF öffnen.'],
  ['it cannot be read as a spreadsheet.', 'Sie lässt sich nicht als Tabelle lesen.'],
  ['its text cannot be read as a Word document.', 'Sie lässt sich nicht als Word-Dokument lesen.'],
  ['it cannot be read as {type}.', 'Sie lässt sich nicht als {type} lesen.'],
  ['the presentation in it is missing.', 'Die Präsentation darin fehlt.'],
  ['the text in it is missing.', 'Der Text darin fehlt.'],
  ['its table of contents is broken.', 'Ihr Inhaltsverzeichnis ist zerstört.'],
  ['it contains no timestamps.', 'Sie enthält keine Zeiten.'],
  ['"{name}" in it cannot be unpacked.', '„{name}“ darin lässt sich nicht entpacken.'],
  [
    'The file is cut off or damaged: its table of contents is missing.',
    'Die Datei ist abgeschnitten oder beschädigt: Ihr Inhaltsverzeichnis fehlt.',
  ],
  [
    'Archives inside archives are not read. Unpack it first.',
    'Archive in Archiven werden nicht gelesen. Entpacken Sie es zuerst.',
  ],
  [
    'Mailboxes inside archives are not read. Unpack it first.',
    'Postfächer in Archiven werden nicht gelesen. Entpacken Sie es zuerst.',
  ],
  [
    'It contains no text, and OCR found no words in its pictures.',
    'Enthält keinen Text, und in den Bildern wurden keine Wörter gefunden.',
  ],
  [
    'It contains no text, and its pictures could not be read: they are damaged, or too large to open.',
    'Enthält keinen Text, und die Bilder ließen sich nicht lesen: Sie sind beschädigt oder zu groß.',
  ],
  [
    'It contains pictures but no text, as a scan does. Switch OCR on, or run it through OCR first.',
    'Enthält Bilder, aber keinen Text (ein Scan?). Schalten Sie „Scans und Bilder lesen“ ein.',
  ],
  [
    'The picture is damaged: its dimensions are missing.',
    'Das Bild ist beschädigt: Seine Größe ist nicht lesbar.',
  ],
  [
    'It is a picture, and OCR is switched off. Switch it on under Settings, Answering.',
    'Es ist ein Bild, und „Scans und Bilder lesen“ ist ausgeschaltet (Einstellungen, Antworten).',
  ],
  ['The picture is too small to hold words.', 'Das Bild ist zu klein für Wörter.'],
  [
    'The picture is damaged, or takes too long to read.',
    'Das Bild ist beschädigt, oder das Lesen dauert zu lange.',
  ],
  ['No words were found in the picture.', 'Im Bild wurden keine Wörter gefunden.'],
  [
    'The book is protected (DRM) and cannot be read.',
    'Das Buch ist geschützt (DRM) und lässt sich nicht lesen.',
  ],
  ['None of the messages in it can be read.', 'Keine der Nachrichten darin lässt sich lesen.'],
  [
    'The content is a tar archive; unpack it and add the folder.',
    'Der Inhalt ist ein tar-Archiv; entpacken Sie es, und fügen Sie den Ordner hinzu.',
  ],
  [
    'The name ends in .{extension}, but the content does not match. {content}',
    'Der Name endet auf .{extension}, aber der Inhalt passt nicht dazu. {content}',
  ],
  [
    'The content is {what}. Ibid reads text, Markdown, HTML, PDF, pictures, Office, OpenDocument, RTF, EPUB, LaTeX, CSV, JSON, notebooks, code, e-mail, subtitles and zip.',
    'Der Inhalt ist {what}. Ibid liest Text, Markdown, HTML, PDF, Bilder, Office, OpenDocument, RTF, EPUB, LaTeX, CSV, JSON, Notebooks, Code, E-Mail, Untertitel und zip.',
  ],
  ['The content is {what}. {instead}', 'Der Inhalt ist {what}. {instead}'],
  ['The content is {what}.', 'Der Inhalt ist {what}.'],
  ['Save it as PNG or JPEG and add that.', 'Speichern Sie es als PNG oder JPEG, und fügen Sie das hinzu.'],
  ['Save it as PDF or PNG and add that.', 'Speichern Sie sie als PDF oder PNG, und fügen Sie das hinzu.'],
  [
    'Unpack it and add the folder, or pack it as ZIP.',
    'Entpacken Sie es, und fügen Sie den Ordner hinzu, oder packen Sie es als ZIP.',
  ],
  ['Copy or save it again.', 'Kopieren oder speichern Sie es noch einmal.'],
  [
    'Export its tables as CSV and add those.',
    'Exportieren Sie ihre Tabellen als CSV, und fügen Sie diese hinzu.',
  ],
  ['a HEIC or AVIF picture', 'ein HEIC- oder AVIF-Bild'],
  ['an SVG drawing', 'eine SVG-Zeichnung'],
  [
    'None of the {count} files in the archive could be read.',
    'Keine der {count} Dateien im Archiv ließ sich lesen.',
  ],
  ['Its path leads out of the archive.', 'Der Pfad führt aus dem Archiv hinaus.'],
  ['- and {count} more', '- und {count} weitere'],
  ['- 1 file: {kind}', '- 1 Datei: {kind}'],
  ['- {count} files: {kind}', '- {count} Dateien: {kind}'],
  ['- {name}: {reason}', '- {name}: {reason}'],
  ['binary data of an unknown type', 'unbekannter Art (binär)'],
  ['a PNG picture that is cut off', 'ein abgeschnittenes PNG-Bild'],
  ['a JPEG picture that is cut off', 'ein abgeschnittenes JPEG-Bild'],
  ['a GIF picture', 'ein GIF-Bild'],
  ['a sound, video or picture file', 'ein Ton, ein Video oder ein Bild'],
  ['a 7-Zip archive', 'ein 7-Zip-Archiv'],
  ['a RAR archive', 'ein RAR-Archiv'],
  ['a program', 'ein Programm'],
  ['a database', 'eine Datenbank'],
  ['The file is empty.', 'Die Datei ist leer.'],
  ['The file contains no text.', 'Die Datei enthält keinen Text.'],
  ['It was changed while it was being read.', 'Die Datei wurde beim Lesen geändert.'],
  ['The picture cannot be shown.', 'Das Bild lässt sich nicht anzeigen.'],
  [
    'The file cannot be read: the reader failed on it.',
    'Die Datei lässt sich nicht lesen: Das Leseprogramm ist daran gescheitert.',
  ],
  ['The file cannot be read.', 'Die Datei lässt sich nicht lesen.'],
  [
    'It is a named pipe, socket or device, not a file.',
    'Das ist ein Gerät oder eine Verbindung, keine Datei.',
  ],
  ['The folder cannot be opened{code}.', 'Der Ordner lässt sich nicht öffnen{code}.'],
  ['The file cannot be opened{code}.', 'Die Datei lässt sich nicht öffnen{code}.'],
  ['This kind of file is not read.', 'Dateien dieser Art werden nicht gelesen.'],
  [
    'Reading it made no progress for {seconds} seconds.',
    'Das Lesen kam {seconds} Sekunden lang nicht voran.',
  ],
  [
    'Reading it took more than {seconds} seconds of computing.',
    'Das Lesen hat mehr als {seconds} Sekunden Rechenzeit gebraucht.',
  ],
  [
    'Reading it took more memory than allowed ({limit}).',
    'Das Lesen hat mehr Speicher gebraucht als erlaubt ({limit}).',
  ],
  ['Reading {names}: {percent} %', '{names} wird gelesen: {percent} %'],
  ['Read {read} of {all} parts', '{read} von {all} Teilen gelesen'],
  ['Reading it was cancelled.', 'Das Lesen wurde abgebrochen.'],
  [
    'The file has {count} pages; at most {most} are read. Split it.',
    'Die Datei hat {count} Seiten; höchstens {most} werden gelesen. Teilen Sie sie.',
  ],
  [
    'Contains more than {most} characters of text. Split the file, or raise the limit.',
    'Enthält mehr als {most} Zeichen Text. Teilen Sie die Datei, oder erhöhen Sie die Grenze.',
  ],
  [
    'Its name ends in .{extension}, but it was read as {type}.',
    'Der Name endet auf .{extension}, gelesen wurde es als {type}.',
  ],
  [
    'Its title is long: the first {count} characters are kept as the title.',
    'Der Titel ist lang: Die ersten {count} Zeichen werden als Titel behalten.',
  ],
  [
    'Some headings are long: {count} characters of each are kept above passages.',
    'Manche Überschriften sind lang: Je {count} Zeichen stehen über den Textstellen.',
  ],
  ['Its metadata is long: it was shortened.', 'Die Metadaten sind lang und wurden gekürzt.'],
  [
    'The file is over the limit of {limit} MiB. Split it, or raise the limit (on a server: IBID_READ_FILE_MB).',
    'Die Datei ist größer als die erlaubten {limit} MiB. Teilen Sie sie, oder erhöhen Sie die Grenze (auf einem Server: IBID_READ_FILE_MB).',
  ],
  [
    'The file is over the limit of {limit} MiB. Split it, or raise the limit.',
    'Die Datei ist größer als {limit} MiB. Teilen Sie sie, oder erhöhen Sie die Grenze.',
  ],
  ['The upload was cut off.', 'Das Hochladen brach ab.'],
  ['There is no folder or file {path} on the server.', 'Auf dem Server gibt es {path} nicht.'],
];

/** Refusals of the server, and reasons. */
const refusals: EngineWords = [
  ['Name or password is wrong.', 'Name oder Passwort ist falsch.'],
  ['Enter the code of your second factor.', 'Geben Sie den Code Ihres zweiten Faktors ein.'],
  ['The code is wrong, or was used before.', 'Der Code ist falsch oder wurde schon verwendet.'],
  [
    'The code is wrong. Check that the phone’s clock is right, then enter the next code.',
    'Der Code ist falsch. Prüfen Sie, ob die Uhr des Telefons stimmt, und nehmen Sie den nächsten Code.',
  ],
  [
    'The link is not valid. Restart the server for a new one.',
    'Der Link gilt nicht. Starten Sie den Server neu, um einen neuen zu bekommen.',
  ],
  ['The current password is wrong.', 'Das bisherige Passwort ist falsch.'],
  ['The password is wrong.', 'Das Passwort ist falsch.'],
  ['This password is too easy to guess. {why}', 'Dieses Passwort ist zu leicht zu erraten. {why}'],
  [
    'It is little more than the name. Leave the name out of it.',
    'Es ist kaum mehr als der Name. Lassen Sie den Namen weg.',
  ],
  [
    'It repeats the same characters. Use a few unrelated words.',
    'Es wiederholt dieselben Zeichen. Nehmen Sie einige Wörter, die nichts miteinander zu tun haben.',
  ],
  [
    'It is one of the first that attackers try. Use a few unrelated words.',
    'Es gehört zu denen, die zuerst probiert werden. Nehmen Sie einige Wörter, die nichts miteinander zu tun haben.',
  ],
  ['This name is taken.', 'Dieser Name ist vergeben.'],
  [
    'This is the last administrator. Make another one first.',
    'Das ist der letzte Administrator. Ernennen Sie zuerst einen anderen.',
  ],
  [
    'There is no knowledge base with the id “{id}”, or you do not have access to it.',
    'Es gibt keine Wissensbasis mit der Id „{id}“, oder Sie haben keinen Zugang zu ihr.',
  ],
  [
    'There is no document with the id “{id}” in this knowledge base, or you do not have access to it.',
    'Es gibt kein Dokument mit der Id „{id}“ in dieser Wissensbasis, oder Sie haben keinen Zugang zu ihm.',
  ],
  [
    'This is not a cursor of this list. Send the `cursor` that the page before it gave, or none.',
    'Das ist kein Cursor dieser Liste. Senden Sie den `cursor`, den die Seite davor ergab, oder keinen.',
  ],
  [
    '“parentMessageId” is missing: send the id of the answer that this message follows (the branch shown ends with {id}), or null to begin another branch.',
    '„parentMessageId“ fehlt: Senden Sie die Id der Antwort, auf die diese Nachricht folgt (der gezeigte Zweig endet mit {id}), oder null, um einen weiteren Zweig zu beginnen.',
  ],
  [
    'The body is not of the type that this address takes. Send JSON with the header “content-type: application/json”, or files as multipart/form-data.',
    'Der Inhalt hat nicht den Typ, den diese Adresse nimmt. Senden Sie JSON mit dem Header „content-type: application/json“ oder Dateien als multipart/form-data.',
  ],
  ['{field} must not be empty.', '{field} darf nicht leer sein.'],
  ['{field} is missing.', '{field} fehlt.'],
  ['Only administrators may do this.', 'Das dürfen nur Administratoren.'],
  [
    'This account is disabled. Ask an administrator.',
    'Dieses Konto ist gesperrt. Fragen Sie die Administration.',
  ],
  [
    'The request has no valid session token. Reload the page. A program sends the csrfToken of GET /api/session as the header x-csrf-token.',
    'Ihre Sitzung wurde nicht erkannt. Laden Sie die Seite neu. Ein Programm sendet das csrfToken von GET /api/session als Header x-csrf-token.',
  ],
  [
    'Too many requests. Try again in {seconds} seconds.',
    'Zu viele Anfragen. Versuchen Sie es in {seconds} Sekunden noch einmal.',
  ],
  [
    'There is nothing here, or you do not have access to it.',
    'Hier ist nichts, oder Sie dürfen es nicht sehen.',
  ],
  [
    'There is no such source, or you do not have access to it.',
    'Diese Quelle gibt es nicht, oder Sie dürfen sie nicht sehen.',
  ],
  ['There is no such {thing}.', 'Das gibt es nicht mehr, oder Sie dürfen es nicht sehen.'],
  ['There is no such {thing} in this {place}.', 'Das gibt es hier nicht mehr.'],
  [
    'This link does not work. It has expired, or was revoked.',
    'Dieser Link funktioniert nicht. Er ist abgelaufen oder wurde widerrufen.',
  ],
  ['The administrator has switched links off.', 'Diese Links sind vom Administrator ausgeschaltet.'],
  [
    'A link can only show complete answers. Wait until this one is complete.',
    'Ein Link kann nur fertige Antworten zeigen. Warten Sie, bis diese fertig ist.',
  ],
  [
    'This conversation is shared with you for reading only.',
    'Diese Unterhaltung wurde nur zum Lesen mit Ihnen geteilt.',
  ],
  [
    'This knowledge base is shared with you for reading only.',
    'Diese Wissensbasis wurde nur zum Lesen mit Ihnen geteilt.',
  ],
  [
    'This project is shared with you for use only.',
    'Dieses Projekt dürfen Sie verwenden, aber nicht ändern.',
  ],
  ['This agent is shared with you for use only.', 'Diesen Agenten dürfen Sie verwenden, aber nicht ändern.'],
  [
    'This table is shared with you: you can edit its cells and run it. Only its owner can change the rest.',
    'Diese Tabelle wurde mit Ihnen geteilt: Sie können Zellen ändern und sie berechnen. Den Rest ändert ihr Besitzer.',
  ],
  [
    'This cell has changed since you opened it. {done}. Your value was not saved: look at the cell, then save again to replace it.',
    'Diese Zelle ist nicht mehr, wie Sie sie sahen. {done}. Ihr Wert wurde nicht gespeichert: Sehen Sie sich die Zelle an, und speichern Sie noch einmal, um sie zu ersetzen.',
  ],
  [
    'These are more than {count} documents. Choose a folder, a search or fewer knowledge bases.',
    'Das sind mehr als {count} Dokumente. Wählen Sie einen Ordner, eine Suche oder weniger Wissensbasen.',
  ],
  [
    'A table has {count} columns at most. Remove one, or make another table.',
    'Eine Tabelle hat höchstens {count} Fragen. Entfernen Sie eine, oder legen Sie eine weitere Tabelle an.',
  ],
  ['A table has {count} rows at most.', 'Eine Tabelle hat höchstens {count} Zeilen.'],
  ['This is already running. Stop it first.', 'Das läuft bereits. Halten Sie es zuerst an.'],
  [
    'The report is being written. Stop it first.',
    'Der Bericht wird gerade geschrieben. Halten Sie ihn zuerst an.',
  ],
  ['The job has already ended.', 'Das ist schon zu Ende.'],
  ['Nothing in this job failed.', 'Nichts davon ist fehlgeschlagen.'],
  ['This source is paused. Resume it first.', 'Diese Quelle ist angehalten. Setzen Sie sie zuerst fort.'],
  [
    'This model is in use. Choose another one first.',
    'Dieses Modell ist in Gebrauch. Wählen Sie zuerst ein anderes.',
  ],
  [
    'The address of a provider cannot have a question mark. Enter the key in its own field.',
    'Die Adresse eines Anbieters darf kein Fragezeichen haben. Geben Sie den Schlüssel in das Feld dafür ein.',
  ],
  [
    '{provider} needs a key, and none is given. Enter its API key.',
    '{provider} braucht einen Schlüssel, und keiner ist angegeben. Geben Sie den API-Schlüssel ein.',
  ],
  [
    'The address has a key in it, and another one is given. Remove the part before the @ from the address.',
    'In der Adresse steht ein Schlüssel, und ein anderer ist angegeben. Entfernen Sie aus der Adresse, was vor dem @ steht.',
  ],
  [
    'The address points to another server. Enter passwords and keys again.',
    'Die Adresse führt zu einem anderen Server. Geben Sie Passwörter und Schlüssel noch einmal ein.',
  ],
  [
    'Remove the user name and the password from the address. Enter them in their own fields.',
    'Entfernen Sie Benutzername und Passwort aus der Adresse. Geben Sie sie in ihren eigenen Feldern ein.',
  ],
  [
    'The original of this item is not kept, or the file has changed since it was read.',
    'Das Original dieses Dokuments ist nicht aufbewahrt, oder die Datei hat sich seit dem Lesen geändert.',
  ],
  [
    'You have used {used} of {limit} tokens of your budget for today. The rest is too little for this. It resets on {day} at {time} UTC. An administrator can raise it.',
    'Sie haben {used} von {limit} Token Ihres Budgets für heute verbraucht. Der Rest reicht hierfür nicht. Es beginnt neu am {day} um {time} UTC. Ein Administrator kann es erhöhen.',
  ],
  [
    'You have used {used} of {limit} tokens of your budget for this month. The rest is too little for this. It resets on {day} at {time} UTC. An administrator can raise it.',
    'Sie haben {used} von {limit} Token Ihres Budgets für diesen Monat verbraucht. Der Rest reicht hierfür nicht. Es beginnt neu am {day} um {time} UTC. Ein Administrator kann es erhöhen.',
  ],
  [
    'You have used {used} of {limit} of your budget for today. The rest is too little for this. It resets on {day} at {time} UTC. An administrator can raise it.',
    'Sie haben {used} von {limit} Ihres Budgets für heute verbraucht. Der Rest reicht hierfür nicht. Es beginnt neu am {day} um {time} UTC. Ein Administrator kann es erhöhen.',
  ],
  [
    'You have used {used} of {limit} of your budget for this month. The rest is too little for this. It resets on {day} at {time} UTC. An administrator can raise it.',
    'Sie haben {used} von {limit} Ihres Budgets für diesen Monat verbraucht. Der Rest reicht hierfür nicht. Es beginnt neu am {day} um {time} UTC. Ein Administrator kann es erhöhen.',
  ],
  [
    'You have {used} of {limit} jobs waiting or running. Wait until one is done, or cancel one.',
    '{used} von {limit} Ihrer Aufträge warten oder laufen. Warten Sie, bis einer fertig ist, oder brechen Sie einen ab.',
  ],
  [
    'There is not enough room for this: you are using {used} of {limit}. Delete what you no longer need, or ask an administrator for more.',
    'Dafür ist kein Platz: Sie belegen {used} von {limit}. Löschen Sie, was Sie nicht mehr brauchen, oder bitten Sie die Administration um mehr.',
  ],
  [
    'This API key is not valid: it may be mistyped, expired or deleted. Check it, or make a new one in the settings.',
    'Dieser API-Schlüssel gilt nicht: Vielleicht ist er vertippt, abgelaufen oder gelöscht. Prüfen Sie ihn, oder legen Sie in den Einstellungen einen neuen an.',
  ],
  [
    'This answer claims nothing that could be compared.',
    'Diese Antwort behauptet nichts, was sich vergleichen ließe.',
  ],
];

/** All messages with their German wording; the first match counts. */
export const germanEngineWords: EngineWords = [
  ...verdicts,
  ...tables,
  ...turns,
  ...names,
  ...context,
  ...files,
  ...refusals,
];

export const germanOfEngine = wordedBy(withFormerWords(germanEngineWords), ofValues);

/** Lists of quoted words, and the counts of the balance. */
function ofValues(value: string): string {
  return value
    .replaceAll(/“([^”]*)”/g, '„$1“')
    .replaceAll(/(?<=“) or (?=„)/g, ' oder ')
    .replace(/ and more$/, ' und mehr')
    .replaceAll(/, (\d+) weak\b/g, ', $1 schwach belegt')
    .replaceAll(/, (\d+) unsupported\b/g, ', $1 nicht belegt')
    .replaceAll(/, (\d+) with an unknown source\b/g, ', $1 mit unbekannter Quelle')
    .replaceAll(/, (\d+) uncited\b/g, ', $1 ohne Quelle')
    .replaceAll(/, (\d+) can no longer be checked\b/g, ', $1 nicht mehr prüfbar')
    .replaceAll(/\byour message (\d)/g, 'Ihre Nachricht $1')
    .replaceAll(/\battached files (\d)/g, 'angehängte Dateien $1')
    .replaceAll(/\bthe instructions (\d)/g, 'die Anweisungen $1')
    .replaceAll(/\bfiles of the project (\d)/g, 'Dateien des Projekts $1')
    .replaceAll(/\bresults of tools (\d)/g, 'Ergebnisse von Werkzeugen $1')
    .replaceAll(/\bearlier messages (\d)/g, 'frühere Nachrichten $1')
    .replaceAll(/\bthe list of what was left out (\d)/g, 'die Liste des Weggelassenen $1');
}
