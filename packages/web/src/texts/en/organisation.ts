import { formatNumber } from '../../lib/format-number.js';

const amount = (name: string, value: number): string => {
  if (name.startsWith('usd')) return `$${value.toFixed(2)}`;
  if (name === 'storageBytes') return `${(value / 1e6).toFixed(1)} MB`;
  return formatNumber(value);
};

/** ORG-1, ORG-3, ORG-5 */
export const organisationTexts = {
  budget: {
    own: 'Your budget',
    ownHint: 'What you may use, and how much of it you have used.',
    roles: 'Budgets',
    rolesHint:
      'What everyone with a role may use. You can give a person their own budget under Users. Leave empty for no limit. Days and months are counted in UTC.',
    role: 'Budget for',
    person: 'Budget',
    personOf: (name: string) => `Budget for ${name}`,
    personHint: 'Leave empty to use the role’s budget. Enter “none” for no limit.',
    names: {
      tokensPerDay: 'Tokens per day',
      tokensPerMonth: 'Tokens per month',
      usdPerDay: 'US dollars per day',
      usdPerMonth: 'US dollars per month',
      storageBytes: 'Storage',
      runningJobs: 'Jobs at once',
    },
    fields: {
      tokensPerDay: 'Tokens per day',
      tokensPerMonth: 'Tokens per month',
      usdPerDay: 'US dollars per day',
      usdPerMonth: 'US dollars per month',
      storageBytes: 'Storage in MB',
      runningJobs: 'Jobs waiting or running at once',
    },
    usdHint: 'Counts only models whose price is known.',
    used: (name: string, used: number, limit: number) => `${amount(name, used)} of ${amount(name, limit)}`,
    usedAlone: (name: string, used: number) => amount(name, used),
    resets: (time: string) => `resets ${time}`,
    nearly: (what: string, used: string) => `Nearly used up: ${what}, ${used}.`,
    spent: (what: string, used: string) => `Used up: ${what}, ${used}.`,
    none: 'none',
    noNumber: (value: string) =>
      `“${value}” is not a number. Enter a number, enter “none” for no limit, or leave it empty.`,
    deletedUser: 'deleted user',
  },
  factor: {
    title: 'Second factor',
    hint: 'A code from an app on your phone that you enter in addition to your password.',
    short: 'second factor',
    setUp: 'Set up a second factor',
    remove: 'Remove the second factor',
    removeQuestion: 'After that, your password alone is enough to log in.',
    isOff: 'Off. Your password alone is enough to log in.',
    isOn: (codes: number) =>
      `On. ${codes === 1 ? 'One recovery code is' : `${codes} recovery codes are`} left.`,
    goOn: 'Continue',
    confirm: 'Confirm',
    scan: 'Scan this with an authenticator app, then enter the code it shows.',
    picture: 'QR code for the authenticator app',
    byHand: 'Or enter this key in the app:',
    code: 'Code',
    codeHint:
      'From your authenticator app, or a recovery code. If you never set this up, someone else did so with your password: tell an administrator.',
    setUpCode: 'Set-up code',
    setUpCodeHint: 'From your administrator.',
    recoveryCodes: 'Recovery codes',
    keepCodes:
      'The second factor is on. Keep these recovery codes in a safe place: each lets you in once if you lose your phone. They won’t be shown again.',
    kept: 'I have saved them',
    required: 'Who needs a second factor',
    requiredRolesHint:
      'People who log in with a password and have no second factor must set one up before they can do anything else. This applies at once, including to people who are logged in now. Log-ins through a provider and API keys are not affected.',
    requiredRoles: { member: 'Members', administrator: 'Administrators' },
    needsCode: 'Require a code from an administrator to set one up',
    needsCodeHint:
      'Then nobody who only knows the password can set it up first. Create the code under Users, with “Edit”.',
    makeCode: 'Create a set-up code',
    madeCode: (until: string) =>
      `Give this to the person, separately from the password. It works once, until ${until}, and won’t be shown again.`,
    requiredHint:
      'Your administrator requires one. When you log in, you will also enter a code from an app on your phone.',
    reset: 'Remove the second factor',
    resetHint:
      'For someone who has lost their phone and their recovery codes. After that, their password alone is enough to log in.',
  },
  keeping: {
    tab: 'Retention',
    retention: 'How long things are kept',
    retentionHint:
      'Anything older is deleted completely within the hour, and the audit log says how much. Leave a field empty to keep everything. For documents, set this in each knowledge base, under Retention. The audit log has its own setting, too.',
    days: {
      conversationDays: 'Days to keep conversations',
      jobDays: 'Days to keep the list of jobs',
      usageDays: 'Days to keep usage records',
    },
    daysHints: {
      conversationDays: 'Counted from the last message. Pinned and shared ones are deleted, too.',
      jobDays: 'It contains the names of the files that were read.',
      usageDays: 'At least 31, because monthly budgets need them.',
    },
    nothingDue: 'With these settings, nothing would be deleted now.',
    due: (conversations: number, jobs: number, usage: number) =>
      `With these settings, ${formatNumber(conversations)} ${conversations === 1 ? 'conversation' : 'conversations'}, ${formatNumber(jobs)} ${jobs === 1 ? 'job' : 'jobs'} and ${formatNumber(usage)} ${usage === 1 ? 'record' : 'records'} of usage would be deleted within the hour.`,
    baseDays: 'Days to keep documents',
    baseDaysHint:
      'Counted from the day a document was added. Leave empty to keep documents forever. Documents from synced folders stay as long as their files do.',
    baseDue: (items: number) =>
      `${formatNumber(items)} ${items === 1 ? 'document' : 'documents'} would be deleted within the hour.`,
    backups: 'Backups',
    backupsHint: 'The server makes them while it runs, then reads each one back and compares it.',
    everyHours: 'Hours between backups',
    everyHoursHint: '24 makes one backup a day. Leave empty to make none.',
    keep: 'How many to keep',
    backUpNow: 'Back up now',
    backingUp: 'Backing up',
    folder: (folder: string) => `They are written to ${folder} (IBID_BACKUP_FOLDER on the server).`,
    notEncrypted:
      'They are not encrypted, and they contain all documents and keys. Set IBID_BACKUP_PASSPHRASE on the server to encrypt them.',
    noBackup: 'No backup has been made yet.',
    lastBackup: (time: string, file: string, bytes: number) =>
      `Last backup: ${time}, ${file}, ${(bytes / 1e6).toFixed(1)} MB.`,
    backupFailed: (time: string, problem: string) => `The backup at ${time} failed: ${problem}`,
    theirObjects: 'Their knowledge bases, and what they shared',
    objectFates: {
      leave: 'Leave them; you can hand over knowledge bases later',
      'hand-over': 'Hand everything over to someone',
      delete: 'Delete everything',
    },
    erased: (name: string) => `${name} was deleted`,
    erasure: { deleted: 'Deleted', handedOver: 'Handed over', left: 'Left, without an owner' },
    kinds: {
      conversations: (count: number) =>
        `${formatNumber(count)} ${count === 1 ? 'conversation' : 'conversations'}`,
      projects: (count: number) => `${formatNumber(count)} ${count === 1 ? 'project' : 'projects'}`,
      agents: (count: number) => `${formatNumber(count)} ${count === 1 ? 'agent' : 'agents'}`,
      knowledgeBases: (count: number) =>
        `${formatNumber(count)} ${count === 1 ? 'knowledge base' : 'knowledge bases'}`,
      files: (count: number) => `${formatNumber(count)} ${count === 1 ? 'file' : 'files'}`,
      responses: (count: number) => `${formatNumber(count)} stored ${count === 1 ? 'response' : 'responses'}`,
      feedback: (count: number) => `feedback on ${formatNumber(count)} ${count === 1 ? 'answer' : 'answers'}`,
      jobs: (count: number) => `${formatNumber(count)} ${count === 1 ? 'job' : 'jobs'} in the list`,
    },
    auditLines: (lines: number) =>
      `${formatNumber(lines)} ${lines === 1 ? 'entry' : 'entries'} in the audit log name this person until they expire.`,
  },
};
