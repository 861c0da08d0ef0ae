import { formatNumber } from '../../lib/format-number.js';
import type { Texts } from '../texts.js';

const decimal = (value: number, places: number) => value.toFixed(places).replace('.', ',');

const amount = (name: string, value: number): string => {
  if (name.startsWith('usd')) return `${decimal(value, 2)} $`;
  if (name === 'storageBytes') return `${decimal(value / 1e6, 1)} MB`;
  return formatNumber(value);
};

export const organisationTexts: Pick<Texts, 'budget' | 'factor' | 'keeping'> = {
  budget: {
    own: 'Ihr Budget',
    ownHint: 'Was Sie verbrauchen dürfen und was Sie davon verbraucht haben.',
    roles: 'Budgets',
    rolesHint:
      'Was alle mit einer Rolle verbrauchen dürfen. Unter Benutzer kann eine Person ein eigenes Budget haben. Leer lassen für keine Grenze. Tage und Monate zählen nach UTC.',
    role: 'Budget für',
    person: 'Budget',
    personOf: (name) => `Budget von ${name}`,
    personHint: 'Leer lassen, um das Budget der Rolle zu übernehmen. „keine“ bedeutet keine Grenze.',
    names: {
      tokensPerDay: 'Token pro Tag',
      tokensPerMonth: 'Token pro Monat',
      usdPerDay: 'US-Dollar pro Tag',
      usdPerMonth: 'US-Dollar pro Monat',
      storageBytes: 'Speicher',
      runningJobs: 'Aufgaben zugleich',
    },
    fields: {
      tokensPerDay: 'Token pro Tag',
      tokensPerMonth: 'Token pro Monat',
      usdPerDay: 'US-Dollar pro Tag',
      usdPerMonth: 'US-Dollar pro Monat',
      storageBytes: 'Speicher in MB',
      runningJobs: 'Wartende oder laufende Aufgaben zugleich',
    },
    usdHint: 'Zählt Modelle, deren Preis bekannt ist.',
    used: (name, used, limit) => `${amount(name, used)} von ${amount(name, limit)}`,
    usedAlone: (name, used) => amount(name, used),
    resets: (time) => `beginnt neu am ${time}`,
    nearly: (what, used) => `Fast aufgebraucht: ${what}, ${used}.`,
    spent: (what, used) => `Aufgebraucht: ${what}, ${used}.`,
    none: 'keine',
    noNumber: (value) =>
      `„${value}“ ist keine Zahl. Geben Sie eine Zahl ein, „keine“ für keine Grenze, oder lassen Sie das Feld leer.`,
    deletedUser: 'gelöschter Benutzer',
  },
  factor: {
    title: 'Zweiter Faktor',
    hint: 'Ein Code aus einer App auf Ihrem Telefon, zusätzlich zum Passwort.',
    short: 'zweiter Faktor',
    setUp: 'Zweiten Faktor einrichten',
    remove: 'Zweiten Faktor entfernen',
    removeQuestion: 'Danach genügt zur Anmeldung das Passwort.',
    isOff: 'Aus. Zur Anmeldung genügt das Passwort.',
    isOn: (codes) =>
      `An. ${codes === 1 ? 'Ein Wiederherstellungscode ist' : `${codes} Wiederherstellungscodes sind`} übrig.`,
    goOn: 'Weiter',
    confirm: 'Bestätigen',
    scan: 'Scannen Sie das mit einer Authenticator-App und geben Sie den Code ein, den sie zeigt.',
    picture: 'QR-Code für die Authenticator-App',
    byHand: 'Oder geben Sie diesen Schlüssel in der App ein:',
    code: 'Code',
    codeHint:
      'Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode. Haben Sie nie einen eingerichtet, hat es jemand anderes mit Ihrem Passwort getan: Sagen Sie es einem Administrator.',
    setUpCode: 'Einrichtungscode',
    setUpCodeHint: 'Von Ihrem Administrator.',
    recoveryCodes: 'Wiederherstellungscodes',
    keepCodes:
      'Der zweite Faktor ist an. Bewahren Sie diese Wiederherstellungscodes sicher auf: Jeder lässt Sie einmal hinein, wenn Sie Ihr Telefon verlieren. Sie werden nicht noch einmal angezeigt.',
    kept: 'Ich habe sie gesichert',
    required: 'Wer einen zweiten Faktor braucht',
    requiredRolesHint:
      'Wer sich mit Passwort anmeldet und noch keinen zweiten Faktor hat, muss zuerst einen einrichten; vorher ist nichts anderes möglich. Das gilt ab sofort, auch für alle, die gerade angemeldet sind. Anmeldungen über einen Anbieter und API-Schlüssel sind nicht betroffen.',
    requiredRoles: { member: 'Mitglieder', administrator: 'Administratoren' },
    needsCode: 'Zum Einrichten braucht man einen Code von einem Administrator',
    needsCodeHint:
      'So kann niemand, der nur das Passwort kennt, ihn zuerst einrichten. Den Code erstellen Sie bei jedem Benutzer unter Bearbeiten.',
    makeCode: 'Einrichtungscode erstellen',
    madeCode: (until) =>
      `Geben Sie ihn der Person, aber nicht zusammen mit dem Passwort. Er gilt einmal, bis ${until}, und wird nicht noch einmal angezeigt.`,
    requiredHint:
      'Ihr Administrator verlangt einen. Zusätzlich zum Passwort wird dann ein Code aus einer App auf Ihrem Telefon abgefragt.',
    reset: 'Zweiten Faktor entfernen',
    resetHint:
      'Für jemanden, der Telefon und Wiederherstellungscodes verloren hat. Danach genügt das Passwort.',
  },
  keeping: {
    tab: 'Aufbewahrung',
    retention: 'Wie lange etwas aufbewahrt wird',
    retentionHint:
      'Was älter ist, wird innerhalb einer Stunde gelöscht, bis aufs letzte Byte; das Protokoll sagt, wie viel. Leer: für immer. Dokumente haben in jeder Wissensbasis eine eigene Frist, unter Aufbewahrung; das Protokoll hat auch eine eigene.',
    days: {
      conversationDays: 'Unterhaltungen aufbewahren (Tage)',
      jobDays: 'Liste der Aufgaben aufbewahren (Tage)',
      usageDays: 'Aufzeichnungen des Verbrauchs aufbewahren (Tage)',
    },
    daysHints: {
      conversationDays: 'Gezählt ab der letzten Nachricht. Auch angeheftete und geteilte werden gelöscht.',
      jobDays: 'Darin stehen die Namen der gelesenen Dateien.',
      usageDays: 'Mindestens 31: Monatsbudgets brauchen sie.',
    },
    nothingDue: 'Damit würde jetzt nichts gelöscht.',
    due: (conversations, jobs, usage) =>
      `Damit würden innerhalb einer Stunde gelöscht: ${formatNumber(conversations)} ${conversations === 1 ? 'Unterhaltung' : 'Unterhaltungen'}, ${formatNumber(jobs)} ${jobs === 1 ? 'Aufgabe' : 'Aufgaben'} und ${formatNumber(usage)} ${usage === 1 ? 'Aufzeichnung' : 'Aufzeichnungen'} des Verbrauchs.`,
    baseDays: 'Dokumente aufbewahren (Tage)',
    baseDaysHint:
      'Gezählt ab dem Tag, an dem ein Dokument aufgenommen wurde. Leer: für immer. Dokumente aus abgeglichenen Ordnern bleiben so lange wie ihre Dateien.',
    baseDue: (items) =>
      `${formatNumber(items)} ${items === 1 ? 'Dokument würde' : 'Dokumente würden'} innerhalb einer Stunde gelöscht.`,
    backups: 'Sicherungen',
    backupsHint: 'Der Server legt sie im laufenden Betrieb selbst an, liest sie zurück und vergleicht sie.',
    everyHours: 'Stunden zwischen zwei Sicherungen',
    everyHoursHint: '24 ergibt eine Sicherung am Tag. Leer: keine.',
    keep: 'Wie viele aufbewahrt werden',
    backUpNow: 'Jetzt sichern',
    backingUp: 'Wird gesichert',
    folder: (folder) => `Sie liegen in ${folder} (IBID_BACKUP_FOLDER auf dem Server).`,
    notEncrypted:
      'Sie sind nicht verschlüsselt und enthalten alle Dokumente und Schlüssel. Mit IBID_BACKUP_PASSPHRASE auf dem Server werden sie verschlüsselt.',
    noBackup: 'Es wurde noch keine Sicherung angelegt.',
    lastBackup: (time, file, bytes) =>
      `Letzte Sicherung: ${time}, ${file}, ${(bytes / 1e6).toFixed(1).replace('.', ',')} MB.`,
    backupFailed: (time, problem) => `Die Sicherung vom ${time} ist fehlgeschlagen: ${problem}`,
    theirObjects: 'Ihre Wissensbasen und was sie geteilt hat',
    objectFates: {
      leave: 'Belassen; Wissensbasen können später übergeben werden',
      'hand-over': 'Alles jemandem übergeben',
      delete: 'Alles löschen',
    },
    erased: (name) => `${name} wurde gelöscht`,
    erasure: { deleted: 'Gelöscht', handedOver: 'Übergeben', left: 'Belassen, ohne Besitzer' },
    kinds: {
      conversations: (count) => `${formatNumber(count)} ${count === 1 ? 'Unterhaltung' : 'Unterhaltungen'}`,
      projects: (count) => `${formatNumber(count)} ${count === 1 ? 'Projekt' : 'Projekte'}`,
      agents: (count) => `${formatNumber(count)} ${count === 1 ? 'Agent' : 'Agenten'}`,
      knowledgeBases: (count) => `${formatNumber(count)} ${count === 1 ? 'Wissensbasis' : 'Wissensbasen'}`,
      files: (count) => `${formatNumber(count)} ${count === 1 ? 'Datei' : 'Dateien'}`,
      responses: (count) => `${formatNumber(count)} gespeicherte ${count === 1 ? 'Antwort' : 'Antworten'}`,
      feedback: (count) => `Rückmeldungen zu ${formatNumber(count)} ${count === 1 ? 'Antwort' : 'Antworten'}`,
      jobs: (count) => `${formatNumber(count)} ${count === 1 ? 'Aufgabe' : 'Aufgaben'} in der Liste`,
    },
    auditLines: (lines) =>
      `${formatNumber(lines)} ${lines === 1 ? 'Zeile' : 'Zeilen'} des Protokolls nennen diese Person, bis dessen eigene Frist vorbei ist.`,
  },
};
