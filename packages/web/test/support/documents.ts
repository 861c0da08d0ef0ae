/** A few documents that answers can be checked against. */
export const documents: Record<string, string> = {
  'crew-handbook.md': [
    '# Crew handbook',
    '',
    '## Watches',
    '',
    'Every crew member stands two watches of four hours on each day at sea.',
    'The night watch is never stood alone, and the second person sleeps in the chart room.',
    '',
    '## Provisions',
    '',
    'Fresh water is rationed to twelve litres per person and day while the desalinator is off.',
  ].join('\n'),
  'safety-rules.md': [
    '# Safety rules',
    '',
    'Life jackets are worn on deck from sunset to sunrise without exception.',
    'The safety officer inspects every fire extinguisher on the first Monday of the month.',
  ].join('\n'),
  'voyage-log.md': [
    '# Voyage log',
    '',
    'The vessel left Lisbon on 4 May and reached the first hydrothermal vent after nine days.',
    'Samples from the vent were stored at minus eighty degrees in the aft laboratory.',
  ].join('\n'),
};
