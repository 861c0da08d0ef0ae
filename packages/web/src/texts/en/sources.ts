/** Texts of sources that knowledge bases are kept in sync with. */
export const sourceTexts = {
  tab: 'Sources',
  hint: 'Web sites, feeds, mailboxes and storage that this knowledge base is kept in sync with.',
  none: 'No source yet',
  noneHint:
    'A source is read, then kept in sync: what is added, changed or deleted there is added, changed or deleted here.',
  onlyAdministrators: 'Administrators can add sources.',
  add: 'Add a source',
  edit: 'Settings',
  kind: 'Kind',
  name: 'Name',
  nameHint: 'Leave empty to use the address.',
  every: 'Look for changes',
  intervals: {
    '': 'Only when I ask',
    '15': 'Every 15 minutes',
    '60': 'Every hour',
    '360': 'Every 6 hours',
    '1440': 'Every day',
    '10080': 'Every week',
  } as Record<string, string>,
  minutes: (minutes: number) => `Every ${minutes} minutes`,
  asBase: 'Everyone who may see this knowledge base',
  secretKept: 'Stored. Leave empty to keep it.',
  list: 'One per line.',
  states: { waiting: 'Up to date', syncing: 'Syncing', paused: 'Paused', failing: 'Needs attention' } as Record<
    string,
    string
  >,
  progress: (done: number) => `${done} checked`,
  synced: (time: string) => `synced ${time}`,
  next: (time: string) => `next ${time}`,
  neverSynced: 'not synced yet',
  sync: 'Sync now',
  pause: 'Pause',
  resume: 'Resume',
  log: 'Log',
  logEmpty: 'Nothing has happened yet.',
  remove: 'Remove',
  removeQuestion: (name: string) => `${name} will no longer be kept in sync.`,
  removeItems: 'Delete its documents too',
  notRead: (count: number) =>
    count === 1 ? '1 document could not be read' : `${count} documents could not be read`,
  moreInLog: (count: number) => `${count} more in the log`,
  deleteMissing: 'Delete them here too',
  deleteMissingQuestion: (name: string) =>
    `Documents that ${name} no longer has will be deleted from this knowledge base.`,
  /** Fields and hints by field, or by kind and field: what the server says is used where there is none. */
  kinds: {
    folder: {
      label: 'Folder on the server',
      description: 'A folder on the machine that Ibid runs on. Changes appear within a minute or two.',
    },
  } as Record<string, { label: string; description: string }>,
  fields: {} as Record<string, string>,
  hints: {} as Record<string, string>,
  choices: {} as Record<string, string>,
};
