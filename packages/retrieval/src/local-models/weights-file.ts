/** In order of preference: eight bits cost little quality and take a quarter of the time and space. */
const USUAL = [
  'model_quantized.onnx',
  'model_int8.onnx',
  'model_uint8.onnx',
  'model.onnx',
  'model_optimized.onnx',
].flatMap((name) => [`onnx/${name}`, name]);

/** The weights among a model's files; null if none can be used. */
export function weightsFile(paths: readonly string[], wanted?: string | null): string | null {
  if (wanted) return paths.includes(wanted) ? wanted : null;
  const usual = USUAL.find((path) => paths.includes(path));
  if (usual) return usual;
  const others = paths.filter((path) => /^(onnx\/)?[^/]+\.onnx$/u.test(path));
  const quantised = others.filter((path) => path.endsWith('_quantized.onnx'));
  return [quantised, others].find((found) => found.length === 1)?.[0] ?? null;
}

/** Large models keep their weights in files beside the graph, which the runtime opens by name. */
export function weightsData(paths: readonly string[], weights: string): string[] {
  return paths.filter((path) => path === `${weights}_data` || path === `${weights}.data`);
}
