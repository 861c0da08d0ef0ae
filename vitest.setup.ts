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

// Strings with `unit: 'binary'` look up a few characters in a table of all 1.1 million, which takes a second to fill and
// 100 MB that each garbage collection of the process looks through. A character's place can be calculated instead.
// The cases that are tried stay the same.
const SURROGATES = { first: 0xd800, count: 0x800 };
type Unmapper = (value: unknown) => unknown;
type Mapping = (this: unknown, mapper: (value: unknown) => unknown, unmapper?: Unmapper) => never;
const map = Reflect.get(fc.Arbitrary.prototype, 'map') as Mapping;
// Set-up runs again for each file of a process.
if (map.name !== 'mapByPlace')
  fc.Arbitrary.prototype.map = function mapByPlace(...[mapper, unmapper]: Parameters<Mapping>) {
    if (unmapper?.name !== 'indexToMappedConstantUnmapper') return map.call(this, mapper, unmapper);
    return map.call(this, mapper, (value) => {
      const code = typeof value === 'string' ? (value.codePointAt(0) ?? 0) : 0;
      const place = code < SURROGATES.first ? code : code - SURROGATES.count;
      return mapper(place) === value ? place : unmapper(value);
    });
  } as Mapping;
