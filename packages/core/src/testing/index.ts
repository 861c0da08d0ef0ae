export { checkPackets } from './check-packets.js';
export { PacketRecorder } from './packet-recorder.js';
export { ScriptError } from './script-error.js';
export { scriptedModel } from './scripted-model.js';
export type { ScriptedAct, ScriptedModel, ScriptedStep } from './scripted-model.js';
export { testClock } from './test-clock.js';
export type { TestClock } from './test-clock.js';
export { testModelProfile, testTurnOptions, testUserMessage } from './turn-options.js';
