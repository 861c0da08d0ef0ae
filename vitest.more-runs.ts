import { vi } from 'vitest';

const times = Number(process.env['IBID_PROPERTY_RUNS']);

// For a night: every property is tried so many times as often as its test says.
vi.mock('fast-check', async (original) => {
  const real = await original<typeof import('fast-check')>();
  const assert: typeof real.assert = (property, parameters) =>
    real.assert(property as never, {
      ...(parameters as object),
      numRuns: Math.round((parameters?.numRuns ?? 100) * times),
    }) as never;
  return { ...real, assert, default: { ...real.default, assert } };
});
