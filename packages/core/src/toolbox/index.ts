export { createToolbox } from './create-toolbox.js';
export type { BoxedTool, CheckedAnswer, Toolbox, ToolboxOptions } from './create-toolbox.js';
