import fc from 'fast-check';

// Failures are told by the lines of the sources.
process.setSourceMapsEnabled(true);

// Where a test says how long something may get, it does get that long: by itself the library stops at ten.
// A failure is made smaller for some minutes at most: large conversations have kept it busy for a quarter of an hour.
// A check tries the same cases each time, so that it fails for a change and never by chance; those who want other cases
// ask for more runs, or name a seed.
const seed = process.env['IBID_PROPERTY_SEED'] ?? (process.env['IBID_PROPERTY_RUNS'] ? undefined : '1');
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  defaultSizeToMaxWhenMaxSpecified: true,
  interruptAfterTimeLimit: 300_000 * Number(process.env['IBID_PROPERTY_RUNS'] ?? 1),
});
