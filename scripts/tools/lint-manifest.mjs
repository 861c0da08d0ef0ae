// Validates the Kubernetes manifest against the API's schemas and the pod security rules.
import { readFileSync } from 'node:fs';
import { installTools } from '../tools.mjs';

const [file = 'docs/kubernetes/ibid.yaml'] = process.argv.slice(2);
installTools();
const { parseAllDocuments } = await import('yaml');
const { createDefaultMonokleValidator } = await import('@monokle/validation');

const resources = parseAllDocuments(readFileSync(file, 'utf8')).map((document, index) => {
  if (document.errors.length > 0) throw document.errors[0];
  const content = document.toJS();
  const { apiVersion, kind, metadata } = content;
  const place = { id: `${index}`, fileId: file, filePath: file, fileOffset: 0, text: `${document}` };
  return { ...place, apiVersion, kind, name: metadata.name, namespace: metadata.namespace, content };
});

const found = [];
for (const { apiVersion, kind, name, content } of resources)
  try {
    const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}/${kind}`);
    new Model(content).validate();
  } catch (error) {
    found.push(`${kind} ${name}: ${error.message}`);
  }

const plugins = { practices: true, 'pod-security-standards': true, 'resource-links': true };
const linter = createDefaultMonokleValidator();
/** The "restricted" standard of Kubernetes, which the linter skips by default. */
const restricted = [
  'volume-types',
  'privilege-escalation',
  'running-as-non-root',
  'running-as-non-root-user',
  'seccomp-strict',
  'capabilities-strict',
];
const rules = Object.fromEntries(restricted.map((name) => [`pod-security-standards/${name}`, 'err']));
await linter.preload({ plugins, rules });
// A plugin that cannot be loaded finds nothing, so report it.
found.push(...linter.getFailedPlugins().map((name) => `The rules "${name}" cannot be loaded.`));
const { runs } = await linter.validate({ resources });
for (const { ruleId, message, locations } of runs.flatMap(({ results }) => results))
  found.push(`${locations?.[1]?.logicalLocations?.[0]?.fullyQualifiedName}: ${ruleId} ${message.text}`);

console.log(found.length === 0 ? `${file}: ${resources.length} objects, no fault.` : found.join('\n'));
process.exit(found.length === 0 ? 0 : 1);
