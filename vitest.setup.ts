import fc from 'fast-check';

// Where a test says how long something may get, it does get that long: by itself the library stops at ten.
// A failure is made smaller for some minutes at most: large conversations have kept it busy for a quarter of an hour.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  defaultSizeToMaxWhenMaxSpecified: true,
  interruptAfterTimeLimit: 300_000 * Number(process.env['IBID_PROPERTY_RUNS'] ?? 1),
});
