export { AgentRepository, EMPTY_AGENT } from './agent-repository.js';
export type { Agent, AgentFields } from './agent-repository.js';
export { ApiKeyRepository } from './api-key-repository.js';
export type { ApiKey, ApiKeyScope } from './api-key-repository.js';
export { BlobStore, FileTooLarge } from './blob-store.js';
export { ConversationLinkRepository } from './conversation-link-repository.js';
export type { ConversationLink } from './conversation-link-repository.js';
export { ConversationRepository } from './conversation-repository.js';
export type { Conversation, ConversationChange } from './conversation-repository.js';
export { InvalidCursor } from './cursor.js';
export type { RowPage } from './cursor.js';
export { FeedbackRepository } from './feedback-repository.js';
export type {
  Feedback,
  FeedbackCounts,
  FeedbackDay,
  FeedbackMark,
  FeedbackReach,
  FeedbackSaid,
  FeedbackSnapshot,
} from './feedback.js';
export { FileRepository } from './file-repository.js';
export type { CountedFile, StoredFile } from './file-repository.js';
export { forkConversation } from './fork-conversation.js';
export type { ForkResult } from './fork-conversation.js';
export { IdempotencyRepository } from './idempotency-repository.js';
export type { IdempotentAnswer } from './idempotency-repository.js';
export { InquiryRepository } from './inquiry-repository.js';
export type {
  ContradictionInput,
  ContradictionWork,
  Inquiry,
  InquiryKind,
  InquiryScope,
  JudgedContradiction,
  PlannedPart,
  ReportBudget,
  ReportInput,
  ReportWork,
  WrittenSection,
} from './inquiry.js';
export { JobRepository } from './job-repository.js';
export type { Job } from './job-repository.js';
export { ConnectedItemRepository } from './connected-item-repository.js';
export { ConnectedLogRepository } from './connected-log-repository.js';
export type { ConnectedLogLine } from './connected-log-repository.js';
export { connectedMemory } from './connected-memory.js';
export { ConnectedSourceRepository } from './connected-source-repository.js';
export type { ConnectedSource } from './connected-source-repository.js';
export { KeptFolderRepository } from './kept-folder-repository.js';
export type { KeptFolder } from './kept-folder-repository.js';
export type { AssistantContent, MessageContent, UserContent } from './message-content.js';
export { MessageRepository } from './message-repository.js';
export type { MessageNode, MessageRow } from './message-repository.js';
export { branchTo, newestLeafUnder, siblingsOf } from './message-tree.js';
export { OwnedObjects } from './owned-objects.js';
export type { OwnedCounts } from './owned-objects.js';
export { PacketRepository } from './packet-repository.js';
export type { StoredPackets } from './packet-repository.js';
export { ProjectRepository } from './project-repository.js';
export type { Project } from './project-repository.js';
export { ReadingAttemptRepository } from './reading-attempt-repository.js';
export { ResponseRepository } from './response-repository.js';
export type { StoredResponse } from './response-repository.js';
export { RetentionRepository } from './retention-repository.js';
export { SecondFactorRepository } from './second-factor-repository.js';
export type { SecondFactor } from './second-factor-repository.js';
export { ServerRepository } from './server-repository.js';
export { SessionRepository, hashToken, sessionIdOf } from './session-repository.js';
export type { Session, SessionFacts, SessionIdentity } from './session-repository.js';
export { SettingsRepository } from './settings-repository.js';
export { PRIVATE } from './sharing.js';
export type { Sharing, StateViewer } from './sharing.js';
export { SourceRepository } from './source-repository.js';
export type { SourceTrace } from './source-repository.js';
export { QuotaRepository } from './quota-repository.js';
export type { QuotaKind } from './quota-repository.js';
export { SpendingRepository, spendingPeriods } from './spending-repository.js';
export type { Spending, SpendingLimits, SpendingRefusal } from './spending-repository.js';
export { TurnRepository, TurnTaken } from './turn-repository.js';
export type { AskedTurn, FinishedTurn, TurnRow } from './turn-repository.js';
export { UsageRepository } from './usage-repository.js';
export type { UsageEntry, UsageGrouping, UsageTotal } from './usage-repository.js';
export { UserRepository } from './user-repository.js';
export type { User, UserRole } from './user-repository.js';
export { claimInterruptedJobs, MOST_JOB_ATTEMPTS } from './claim-interrupted-jobs.js';
export { claimTurn } from './claim-turn.js';
export {
  SHARED_QUEUE,
  createOnlyJob,
  unfinishedJobNeeds,
  unfinishedJobsOf,
  untouchedQueuedJobs,
} from './queued-jobs.js';
export { SummaryRepository } from './summary-repository.js';
