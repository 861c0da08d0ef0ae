export { addUsage, convertUsage } from './usage.js';
export type { PacketListener } from './emitter.js';
export { PacketLog } from './packet-log.js';
export type { PacketSink } from './packet-log.js';
export { PACKET_VERSION } from './packet.js';
export type { Packet, PacketBody, PacketType, ShownSource, StopReason, Placement } from './packet.js';
export {
  classifyProviderError,
  ProviderError,
  ProviderTimeOutError,
  redact,
} from './provider-errors/index.js';
export type { DoubtedCount, LearnedWindow, WindowWatch } from './fit-again.js';
export type { ProviderErrorDetails } from './provider-errors/index.js';
export { retriedCall } from './retried-call.js';
export { defaultRetryPolicy } from './retry-policy.js';
export type { RetryPolicy } from './retry-policy.js';
export { runTurn, startTurn } from './run-turn.js';
export type { TurnHandle } from './run-turn.js';
export type { ProviderTimeLimits, RunTurnOptions, TurnContextInput } from './run-turn-options.js';
export type { ClaimToRepair, ProposeRepairs, RepairProposal } from './repair-answer.js';
export type { AnswerReview } from './review-answer.js';
export { giveSecondOpinions } from './second-opinion.js';
export type { AskSecondOpinion, DoubtfulClaim, OpenCitation } from './second-opinion.js';
export type { ReadSource } from './source-reader.js';
export type { StepProviderData } from '../messages/step-provider-data.js';
export { systemClock } from './system-clock.js';
export type { TokenUsage, ToolOutcome, UserQuestion } from '../messages/tool-outcome.js';
export { defineTool } from '../messages/tool.js';
export type { Tool, ToolContext } from '../messages/tool.js';
export type { TurnClock } from './turn-clock.js';
export type { TurnFailure, TurnResult, TurnWarning } from './turn-result.js';
export { usableModel } from './usable-model.js';
export { turnTranscript } from './turn-transcript.js';
export { firstStepInput } from './step-input.js';
