export { DEFAULT_MAX_STEPS } from './run-loop.js';
export { addUsage, convertUsage } from './usage.js';
export { DEFAULT_TOOL_TIME_LIMIT } from './run-call.js';
export {
  EmptyResponseError,
  OutputLimitError,
  StepLimitError,
  UnknownForcedToolError,
  WrittenCallError,
} from './turn-errors.js';
export type { PacketListener } from './emitter.js';
export { PacketLog } from './packet-log.js';
export type { PacketSink } from './packet-log.js';
export { PACKET_VERSION } from './packet.js';
export type { Packet, PacketBody, PacketType, ShownSource, StopReason, Placement } from './packet.js';
export {
  AuthenticationError,
  classifyProviderError,
  ContentPolicyError,
  ContextTooLongError,
  InvalidRequestError,
  InvalidResponseError,
  ProviderError,
  ProviderTimeOutError,
  ProviderUnavailableError,
  QuotaError,
  RateLimitError,
  redact,
  StreamInterruptedError,
  UnknownModelError,
  UnknownProviderError,
} from './provider-errors/index.js';
export type { LearnedWindow, WindowWatch } from './fit-again.js';
export type { ProviderErrorDetails } from './provider-errors/index.js';
export { retriedCall } from './retried-call.js';
export { defaultRetryPolicy } from './retry-policy.js';
export type { RetryPolicy } from './retry-policy.js';
export { defaultTimeLimits, runTurn, startTurn } from './run-turn.js';
export type { TurnHandle } from './run-turn.js';
export type { ProviderTimeLimits, RunTurnOptions, TurnContextInput } from './run-turn-options.js';
export type { ClaimToRepair, ProposeRepairs, RepairProposal } from './repair-answer.js';
export type { AnswerReview } from './review-answer.js';
export { giveSecondOpinions } from './second-opinion.js';
export type { AskSecondOpinion, DoubtfulClaim, OpenCitation } from './second-opinion.js';
export type { ReadSource } from './source-reader.js';
export type { StepProviderData } from './step-provider-data.js';
export { systemClock } from './system-clock.js';
export type { TokenUsage, ToolOutcome, UserQuestion } from './tool-outcome.js';
export { defineTool } from './tool.js';
export type { Tool, ToolContext } from './tool.js';
export type { TurnClock } from './turn-clock.js';
export type { TurnFailure, TurnResult, TurnWarning } from './turn-result.js';
export { turnTranscript } from './turn-transcript.js';
export { firstStepInput } from './step-input.js';
