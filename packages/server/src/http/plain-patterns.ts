/** The flags at the end of a literal. Inside one, a slash is escaped or in brackets, so no other slash comes before them. */
const FLAGS = /(?<!\\)\/[a-z]+$/u;

/**
 * The description with each `pattern` as JSON Schema has it: an expression without flags, read as Unicode. The library
 * writes the literal, and takes off only slashes at its ends: of `/^\w+$/u` it leaves `^\w+$/u`, which nothing matches.
 */
export function plainPatterns<Description>(description: Description): Description {
  return JSON.parse(JSON.stringify(description), (name, value: unknown) =>
    name === 'pattern' && typeof value === 'string' ? value.replace(FLAGS, '') : value,
  ) as Description;
}
