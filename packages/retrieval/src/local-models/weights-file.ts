/** In the order in which they are taken: eight bits cost little of the quality and a quarter of the time and room. */
const USUAL = [
  'model_quantized.onnx',
  'model_int8.onnx',
  'model_uint8.onnx',
  'model.onnx',
  'model_optimized.onnx',
].flatMap((name) => [`onnx/${name}`, name]);

/** The file with the weights among a model's files; null: none that can be used. */
export function weightsFile(paths: readonly string[], wanted?: string | null): string | null {
  if (wanted) return paths.includes(wanted) ? wanted : null;
  const usual = USUAL.find((path) => paths.includes(path));
  if (usual) return usual;
  const others = paths.filter((path) => /^(onnx\/)?[^/]+\.onnx$/u.test(path));
  const quantised = others.filter((path) => path.endsWith('_quantized.onnx'));
  return [quantised, others].find((found) => found.length === 1)?.[0] ?? null;
}

/** Large models keep their numbers in files beside the graph, which the runtime opens by their names. */
export function weightsData(paths: readonly string[], weights: string): string[] {
  return paths.filter((path) => path === `${weights}_data` || path === `${weights}.data`);
}
