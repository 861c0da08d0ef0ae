// Made from the OpenAPI document by `npm run api-types`. Do not edit.
import type { ContextReport, DescriptorMetadata as Descriptor, JsonValue } from '@ibid/core/internal';
import type { TurnView } from '@ibid/core/turn-view';

type Session = {
  mode: 'local' | 'login' | 'setup';
  user: SessionUser | null;
  csrfToken: string | null;
  mustSetUpSecondFactor: boolean;
  identityProviders: {
    id: string;
    name: string;
  }[];
  version: string;
};

type SessionUser = {
  id: string;
  name: string;
  role: 'administrator' | 'member';
};

type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: {
    field: string;
    message: string;
  }[];
};

type OwnSession = {
  id: string;
  isThis: boolean;
  browser: string | null;
  address: string | null;
  createdAt: string;
  seenAt: string | null;
  expiresAt: string;
};

type Conversation = {
  id: string;
  title: string;
  agentId: string | null;
  modelId: string | null;
  projectId: string | null;
  scope: string[];
  isPinned: boolean;
  leafId: string | null;
  forkedFrom: {
    conversationId: string;
    messageId: string;
  } | null;
  sharing: Sharing;
  isOwner: boolean;
  createdAt: string;
  updatedAt: string;
};

type Sharing = {
  visibility: 'private' | 'shared' | 'public';
  sharedWithUsers: string[];
  sharedWithGroups: string[];
};

type Branch = {
  messages: Message[];
  leafId: string | null;
  runningTurnId: string | null;
};

type Message = {
  id: string;
  parentId: string | null;
  siblings: string[];
  createdAt: string;
  role: 'user';
  text: string;
  files: File[];
  asked: Asked;
} | {
  id: string;
  parentId: string | null;
  siblings: string[];
  createdAt: string;
  role: 'assistant';
  text: string;
  turnId: string;
  asked: Asked;
  status: 'running' | 'complete' | 'stopped' | 'failed' | 'interrupted';
  view: TurnView;
  balance: AnswerBalance | null;
};

type File = {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
  state: 'uploaded' | 'counted' | 'too_large' | 'unreadable';
  reason: string | null;
  tokens: number | null;
  characters: number | null;
  width: number | null;
  height: number | null;
  createdAt: string;
};

type Asked = {
  scope: string[];
  agentId: string | null;
};

type Citation = {
  citationId: string;
  number: number;
  itemId: string | null;
  title?: string;
  url?: string;
  range: {
    start: number;
    end: number;
  };
  passage: {
    chunkId: string;
    start: number;
    end: number;
    text: string;
    itemSpan?: {
      start: number;
      end: number;
    };
    page?: number;
    header?: {
      start: number;
      end: number;
      text: string;
    };
    ocr?: {
      confidence: number;
      doubtful: string[];
    };
    replacedBy?: string;
  } | null;
  score: number | null;
  verdict: 'supported' | 'weak' | 'unsupported' | 'unknown' | null;
  isDeleted?: true;
  reason?: string;
  secondOpinion?: {
    verdict: 'supported' | 'weak' | 'unsupported';
    reason: string;
    modelId: string;
  };
};

type AnswerClaim = {
  text: string;
  range: {
    start: number;
    end: number;
  };
  verdict: 'supported' | 'weak' | 'unsupported' | 'unknown' | 'uncited' | 'gone';
  citationIds: string[];
};

type TokenUsage = {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens?: number;
  reasoningTokens?: number;
};

type AnswerBalance = {
  claims: number;
  supported: number;
  weak: number;
  unsupported: number;
  unknown: number;
  uncited: number;
  gone: number;
  isGrounded: boolean;
  found: 'yes' | 'in part' | 'no';
  text: string | null;
};

type Source = {
  number: number;
  itemId: string;
  title: string;
  url?: string;
  origin: 'tool' | 'file' | 'project' | 'web';
  citations: number;
  hasChanged: boolean;
  isDeleted: boolean;
};

type ConversationLink = {
  id: string;
  messageId: string;
  extent: 'conversation' | 'answer';
  showsPassages: boolean;
  createdAt: string;
  expiresAt: string;
};

type SharedConversation = {
  title: string;
  extent: 'conversation' | 'answer';
  showsPassages: boolean;
  expiresAt: string;
  messages: SharedMessage[];
};

type SharedMessage = {
  role: 'user';
  id: string;
  text: string;
  files: string[];
} | {
  role: 'assistant';
  id: string;
  status: string;
  balance: string | null;
  answers: {
    text: string;
    citations: Citation[];
    claims: AnswerClaim[];
  }[];
};

type Preview = {
  text: string;
  parentMessageId?: string | null | undefined;
  fileIds?: string[] | undefined;
  agentId?: string | null | undefined;
  modelId?: string | null | undefined;
  scope?: string[] | undefined;
  review?: {
    repair?: boolean | undefined;
    against?: boolean | undefined;
  } | undefined;
  systemPrompt?: string | undefined;
};

type FirstPreview = Preview & {
  projectId?: string | null | undefined;
};

type StartedTurn = {
  turnId: string;
  userMessageId: string;
  assistantMessageId: string;
};

type NewTurn = {
  text: string;
  parentMessageId?: string | null | undefined;
  fileIds?: string[] | undefined;
  agentId?: string | null | undefined;
  modelId?: string | null | undefined;
  scope?: string[] | undefined;
  review?: {
    repair?: boolean | undefined;
    against?: boolean | undefined;
  } | undefined;
  regenerateOf?: string | undefined;
};

type Turn = {
  id: string;
  conversationId: string;
  userMessageId: string;
  assistantMessageId: string;
  status: 'running' | 'complete' | 'stopped' | 'failed' | 'interrupted';
  modelId: string;
  agentId: string | null;
  error: {
    code: string;
    message: string;
    retryable: boolean;
  } | null;
  contextReports: ContextReport[];
  trajectory?: JsonValue;
  usage: TokenUsage;
  costUsd: number | null;
  createdAt: string;
  finishedAt: string | null;
};

type Against = {
  rows: {
    number: number | null;
    itemId: string;
    title: string;
    url: string | null;
    date: {
      value: string;
      of: 'document' | 'file' | 'added';
    } | null;
    passage: {
      chunkId: string;
      start: number;
      end: number;
      text: string;
      itemSpan?: {
        start: number;
        end: number;
      };
      page?: number;
      header?: {
        start: number;
        end: number;
        text: string;
      };
      ocr?: {
        confidence: number;
        doubtful: string[];
      };
      replacedBy?: string;
    };
    reason: string;
  }[];
};

type AgainstRequest = {
  claim: string;
};

type Opinions = {
  rows: Citation[];
};

type FeedbackOfTurn = {
  feedback: Feedback | null;
};

type Feedback = {
  id: string;
  conversationId: string;
  turnId: string;
  messageId: string;
  verdict: 'right' | 'wrong' | null;
  reasons: string[];
  comment: string;
  citations: Record<string, 'right' | 'wrong'>;
  isShared: boolean;
  createdAt: string;
  updatedAt: string;
};

type FeedbackChange = {
  verdict?: 'right' | 'wrong' | null | undefined;
  reasons?: ('wrong-fact' | 'incomplete' | 'not-in-documents' | 'wrong-document' | 'outdated' | 'off-topic' | 'unclear' | 'complete' | 'well-proven' | 'clear')[] | undefined;
  comment?: string | undefined;
  citations?: Record<string, 'right' | 'wrong' | null> | undefined;
  isShared?: boolean | undefined;
};

type FeedbackRow = Feedback & {
  person: string | null;
  question: string;
  queries: string[];
  scope: string[];
  modelId: string;
  answer: string;
  claims: AnswerClaim[];
  shown: Citation[];
  sources: {
    number: number;
    itemId: string;
    title: string;
    chunks: {
      chunkId: string;
      text: string;
    }[];
  }[];
};

type FeedbackTrend = {
  weeks: {
    right: number;
    wrong: number;
    supportedRight: number;
    supportedWrong: number;
    doubtfulRight: number;
    doubtfulWrong: number;
    week: string;
  }[];
  total: {
    right: number;
    wrong: number;
    supportedRight: number;
    supportedWrong: number;
    doubtfulRight: number;
    doubtfulWrong: number;
  };
  people: number;
};

type FeedbackReplay = {
  wanted: {
    citationId: string;
    itemId: string;
    title: string;
    text: string;
    rank: number | null;
    isGone: boolean;
  }[];
  unwanted: {
    citationId: string;
    itemId: string;
    title: string;
    text: string;
    rank: number | null;
    isGone: boolean;
  }[];
  verdicts: {
    citationId: string;
    mark: 'right' | 'wrong';
    before: 'supported' | 'weak' | 'unsupported' | 'unknown' | null;
    now: 'supported' | 'weak' | 'unsupported' | 'unknown' | null;
  }[];
};

type FeedbackDeleted = {
  deleted: number;
};

type StartedInquiry = {
  id: string;
  jobId: string;
};

type NewContradictions = {
  knowledgeBaseIds?: string[] | undefined;
  itemIds?: string[] | undefined;
  topic?: string | undefined;
  turnId?: string | undefined;
};

type ContradictionList = {
  rows: {
    id: string;
    question: string;
    knowledgeBaseIds: string[];
    itemIds: string[];
    turnId: string | null;
    job: {
      id: string;
      state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
      progress: {
        phase: string;
        filesDone: number;
        filesTotal: number | null;
        filesFailed: number;
        chunks: number;
        bytes: number;
        chunksPerSecond: number;
        secondsLeft: number | null;
        current: string | null;
        share: number | null;
        pages: {
          done: number;
          total: number;
        } | null;
      };
      error?: string;
    } | null;
    isDone: boolean;
    documents: number;
    statements: number;
    compared: number;
    isCut: boolean;
    createdAt: string;
    found: number;
  }[];
};

type Contradictions = {
  id: string;
  question: string;
  knowledgeBaseIds: string[];
  itemIds: string[];
  turnId: string | null;
  job: {
    id: string;
    state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
    progress: {
      phase: string;
      filesDone: number;
      filesTotal: number | null;
      filesFailed: number;
      chunks: number;
      bytes: number;
      chunksPerSecond: number;
      secondsLeft: number | null;
      current: string | null;
      share: number | null;
      pages: {
        done: number;
        total: number;
      } | null;
    };
    error?: string;
  } | null;
  isDone: boolean;
  documents: number;
  statements: number;
  compared: number;
  isCut: boolean;
  rows: Contradiction[];
  createdAt: string;
};

type Contradiction = {
  kind: 'number' | 'date' | 'polarity' | 'name';
  sides: {
    itemId: string;
    title: string;
    said: string;
    passage: {
      chunkId: string;
      start: number;
      end: number;
      text: string;
      itemSpan?: {
        start: number;
        end: number;
      };
      page?: number;
      header?: {
        start: number;
        end: number;
        text: string;
      };
      ocr?: {
        confidence: number;
        doubtful: string[];
      };
      replacedBy?: string;
    };
    date: {
      value: string;
      of: 'document' | 'file' | 'added';
    } | null;
    knowledgeBaseId?: string;
  }[];
  closeness: number;
  standing: 'confirmed' | 'found' | 'open' | 'changed' | 'rejected';
  opinion?: {
    isContradiction: boolean;
    reason: string;
    modelId: string;
  };
};

type Report = {
  id: string;
  question: string;
  knowledgeBaseIds: string[];
  itemIds: string[];
  modelId: string | null;
  job: {
    id: string;
    state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
    progress: {
      phase: string;
      filesDone: number;
      filesTotal: number | null;
      filesFailed: number;
      chunks: number;
      bytes: number;
      chunksPerSecond: number;
      secondsLeft: number | null;
      current: string | null;
      share: number | null;
      pages: {
        done: number;
        total: number;
      } | null;
    };
    error?: string;
  } | null;
  isDone: boolean;
  budget: {
    steps: number;
    tokens: number;
  };
  used: {
    steps: number;
    tokens: number;
    costUsd: number | null;
  };
  sections: {
    id: string;
    title: string;
    question: string;
    state: 'planned' | 'done' | 'near' | 'nothing' | 'failed' | 'left-out';
    text: string;
    citations: Citation[];
    claims: AnswerClaim[];
    balance: AnswerBalance;
    error: string | null;
    isWithheld: boolean;
  }[];
  sources: {
    number: number;
    itemId: string;
    title: string;
    url: string | null;
  }[];
  balance: AnswerBalance;
  notFound: {
    title: string;
    question: string;
    reason: string;
  }[];
  contradictions: Contradiction[];
  createdAt: string;
  updatedAt: string;
};

type NewReport = {
  knowledgeBaseIds?: string[] | undefined;
  itemIds?: string[] | undefined;
  question: string;
  plan?: {
    id?: string | undefined;
    title: string;
    question: string;
  }[] | undefined;
  budget?: {
    steps?: number | undefined;
    tokens?: number | undefined;
  } | undefined;
  modelId?: string | undefined;
};

type ReportList = {
  rows: {
    id: string;
    question: string;
    job: {
      id: string;
      state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
      progress: {
        phase: string;
        filesDone: number;
        filesTotal: number | null;
        filesFailed: number;
        chunks: number;
        bytes: number;
        chunksPerSecond: number;
        secondsLeft: number | null;
        current: string | null;
        share: number | null;
        pages: {
          done: number;
          total: number;
        } | null;
      };
      error?: string;
    } | null;
    isDone: boolean;
    balance: AnswerBalance;
    createdAt: string;
    parts: number;
    written: number;
  }[];
};

type ReportChange = {
  plan?: {
    id?: string | undefined;
    title: string;
    question: string;
  }[] | undefined;
  budget?: {
    steps?: number | undefined;
    tokens?: number | undefined;
  } | undefined;
};

type KnowledgeBase = {
  id: string;
  name: string;
  description: string;
  kind: 'standard' | 'project' | 'conversation';
  items: number;
  chunks: number;
  sharing: Sharing;
  isOwner: boolean;
  createdAt: string;
};

type Item = {
  id: string;
  knowledgeBaseId: string;
  title: string;
  name: string;
  externalId: string | null;
  url: string | null;
  mediaType: string;
  language: string | null;
  metadata: Record<string, JsonValue>;
  date: ItemDate | null;
  contentHash: string;
  characters: number;
  chunks: number;
  tokens: number;
  pages: number | null;
  createdAt: string;
  updatedAt: string;
};

type ItemDate = {
  value: string;
  from: 'date' | 'published' | 'created' | 'modified' | 'file';
};

type SearchAnswer = {
  rows: SearchHit[];
  corrections: {
    typed: string;
    found: string[];
  }[];
};

type SearchHit = {
  id: string;
  ocr?: {
    confidence: number;
    doubtful: number[][];
  };
  itemId: string;
  knowledgeBaseId: string;
  ordinal: number;
  text: string;
  headingPath: string[];
  page: number | null;
  span: {
    start: number;
    end: number;
  };
  tokens: number;
  title: string;
  itemName: string;
  url: string | null;
  metadata: Record<string, JsonValue>;
  date: ItemDate | null;
  score: number;
  ranks: {
    keyword?: {
      rank: number;
      score: number;
    };
    semantic?: {
      rank: number;
      score: number;
    };
    rerank?: {
      score: number;
    };
  };
  corrected?: {
    typed: string;
    found: string;
  }[];
  neighbourOf?: string;
};

type Search = {
  query: string;
  mode?: 'keyword' | 'semantic' | 'hybrid' | undefined;
  topK?: number | undefined;
  knowledgeBaseIds?: string[] | undefined;
  neighbours?: number | undefined;
  rerank?: boolean | undefined;
  exact?: boolean | undefined;
  preferNewer?: boolean | undefined;
  filter?: {
    itemIds?: string[] | undefined;
    itemName?: string | undefined;
    externalIds?: string[] | undefined;
    metadata?: Record<string, JsonValue> | undefined;
    date?: {
      from?: string | undefined;
      to?: string | undefined;
      after?: string | undefined;
      before?: string | undefined;
    } | undefined;
    where?: (string | {
      field: string;
      anyOf?: JsonValue[] | undefined;
      from?: string | number | undefined;
      to?: string | number | undefined;
      after?: string | number | undefined;
      before?: string | number | undefined;
    })[] | undefined;
  } | undefined;
};

type Chunk = {
  id: string;
  ocr?: {
    confidence: number;
    doubtful: number[][];
  };
  itemId: string;
  knowledgeBaseId: string;
  ordinal: number;
  text: string;
  headingPath: string[];
  page: number | null;
  span: {
    start: number;
    end: number;
  };
  tokens: number;
};

type ItemGuide = {
  outline: {
    title: string;
    level: number;
    start: number;
    page: number | null;
  }[];
  topics: string[];
  figures: {
    value: string;
    sentence: string;
    start: number;
  }[];
};

type ItemSummary = {
  summary: string;
  questions: string[];
  modelId: string;
};

type CitedFrom = {
  rows: {
    conversationId: string;
    title: string;
    messageId: string;
    passage: string;
    page: number | null;
    span: {
      start: number;
      end: number;
    } | null;
    verdict: string | null;
  }[];
};

type PageWords = {
  languages: string;
  words: {
    text: string;
    box: number[];
    confidence: number;
  }[];
};

type ItemChanges = {
  state: 'current' | 'changed' | 'lost';
  takenAt: string | null;
  replacedAt: string | null;
  added: number;
  removed: number;
  changes: {
    kind: 'same' | 'removed' | 'added';
    lines: string[];
    oldLine: number;
    newLine: number;
  }[];
  leftOut: number;
};

type Job = {
  id: string;
  kind: string;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  knowledgeBaseId: string | null;
  progress: {
    phase: string;
    filesDone: number;
    filesTotal: number | null;
    filesFailed: number;
    chunks: number;
    bytes: number;
    chunksPerSecond: number;
    secondsLeft: number | null;
    current: string | null;
    share: number | null;
    pages: {
      done: number;
      total: number;
    } | null;
  };
  outcomes: {
    name: string;
    path?: string;
    outcome: string;
    itemId: string | null;
    chunks: number;
    reason?: string;
    code?: string;
    files?: number;
    warnings?: string[];
  }[];
  error?: string;
  createdAt: string;
  finishedAt: string | null;
};

type KeptFolder = {
  id: string;
  path: string;
  checkedAt: string;
  createdAt: string;
  job: Job | null;
};

type SourceKind = {
  kind: string;
  label: string;
  description: string;
  fields: {
    name: string;
    title: string;
    description: string;
    type: 'text' | 'number' | 'boolean' | 'choice' | 'address' | 'list' | 'date' | 'lines';
    choices: string[];
    choiceLabels: Record<string, string>;
    default: string | number | boolean | string[] | null;
    isRequired: boolean;
    isSecret: boolean;
  }[];
};

type ConnectedSource = {
  id: string;
  knowledgeBaseId: string;
  kind: string;
  name: string;
  settings: Record<string, JsonValue>;
  secretsGiven: string[];
  everyMinutes: number | null;
  sharing: Sharing | null;
  state: 'waiting' | 'syncing' | 'paused' | 'failing';
  problem: string | null;
  asksToDelete: boolean;
  items: number;
  failed: number;
  failures: {
    name: string;
    reason: string;
  }[];
  syncedAt: string | null;
  nextAt: string | null;
  job: Job | null;
  createdAt: string;
};

type SourceLogLine = {
  at: string;
  level: 'info' | 'warning' | 'error';
  text: string;
};

type Project = {
  id: string;
  name: string;
  description: string;
  instructions: string;
  knowledgeBaseId: string | null;
  sharing: Sharing;
  isOwner: boolean;
  files: (File & {
    itemId: string | null;
  })[];
  createdAt: string;
  updatedAt: string;
};

type Agent = {
  id: string;
  name: string;
  description: string;
  prompt: string;
  replaceSystemPrompt: boolean;
  tools: string[] | null;
  knowledgeBaseIds: string[] | null;
  reminder: string | null;
  modelId: string | null;
  options: Record<string, JsonValue>;
  sharing: Sharing;
  isOwner: boolean;
  createdAt: string;
  updatedAt: string;
};

type EvidenceTable = {
  id: string;
  name: string;
  modelId: string | null;
  columns: EvidenceColumn[];
  rows: number;
  sharing: Sharing;
  isOwner: boolean;
  createdAt: string;
  updatedAt: string;
};

type EvidenceColumn = {
  id: string;
  name: string;
  question: string;
  kind: 'text' | 'number' | 'date' | 'yes-no' | 'choice';
  unit: string | null;
  choices: string[];
};

type EvidenceTableState = EvidenceTable & {
  counts: {
    byVerdict: Record<string, number>;
    edited: number;
    pending: number;
    stale: number;
    withheld: number;
  };
  job: Job | null;
};

type NewEvidenceColumn = {
  name: string;
  question: string;
  kind: 'text' | 'number' | 'date' | 'yes-no' | 'choice';
  unit?: string | null | undefined;
  choices?: string[] | undefined;
};

type RowChoice = {
  knowledgeBaseIds?: string[] | undefined;
  folder?: {
    knowledgeBaseId: string;
    path: string;
  } | undefined;
  search?: {
    query: string;
    knowledgeBaseIds?: string[] | undefined;
    limit?: number | undefined;
  } | undefined;
  itemIds?: string[] | undefined;
};

type EvidenceRow = {
  id: string;
  document: {
    itemId: string;
    title: string;
    name: string;
    knowledgeBaseId: string;
  } | null;
  isDeleted: boolean;
  isStale: boolean;
  cells: EvidenceCell[];
};

type EvidenceCell = {
  columnId: string;
  verdict: 'supported' | 'weak' | 'unsupported' | 'absent' | 'failed' | null;
  value: string | null;
  number: number | null;
  written: string | null;
  quote: string | null;
  passage: {
    chunkId: string;
    start: number;
    end: number;
    text: string;
    itemSpan?: {
      start: number;
      end: number;
    };
    page?: number;
    header?: {
      start: number;
      end: number;
      text: string;
    };
    ocr?: {
      confidence: number;
      doubtful: string[];
    };
    replacedBy?: string;
  } | null;
  reason: string | null;
  modelId: string | null;
  isStale: boolean;
  edit: {
    value: string;
    by: string;
    at: string;
    verdict: 'supported' | 'weak' | 'unsupported' | 'absent' | 'failed' | null;
    quote: string | null;
    passage: {
      chunkId: string;
      start: number;
      end: number;
      text: string;
      itemSpan?: {
        start: number;
        end: number;
      };
      page?: number;
      header?: {
        start: number;
        end: number;
        text: string;
      };
      ocr?: {
        confidence: number;
        doubtful: string[];
      };
      replacedBy?: string;
    } | null;
    reason: string | null;
  } | null;
  version: number;
};

type Settings = {
  system?: {
    systemPrompt: string | null;
    models: {
      chat?: string | null;
      small?: string | null;
      classifying?: string | null;
      searching?: string | null;
      embedding?: string | null;
      reranking?: string | null;
    };
    windows: Record<string, number>;
    context: {
      reservedOutputTokens?: number;
      safetyMarginShare?: number;
      projectShare?: number;
      citationRulesAfterSearchOnly?: boolean;
      pastResultSummaries?: boolean;
      summaryThresholdShare?: number;
      summaryKeepShare?: number;
    };
    descriptors: {
      enabled?: boolean;
      toolResultTokens?: number;
      userInputTokens?: number;
      previewTokens?: number;
      quotaBytes?: number;
    };
    tools: Record<string, JsonValue>;
    prices: Record<string, {
      input: number;
      output: number;
      cachedInput?: number;
    }>;
    mcpServers: {
      id: string;
      url: string;
      headers?: Record<string, string>;
      enabled: boolean;
    }[];
    reminder: string | null;
    maxSteps: number;
    preferNewer: boolean;
    ocr: {
      enabled: boolean;
      languages: string[] | null;
    };
    sharedLinks: boolean;
    auditDays: number | null;
    budgets: {
      administrator?: Budget;
      member?: Budget;
    };
    backups: BackupSchedule;
    retention: Retention;
    reachableHosts: string[] | null;
    requireSecondFactor: ('member' | 'administrator')[];
    secondFactorNeedsCode: boolean;
    providers: {
      id: string;
      kind: 'openai' | 'anthropic' | 'google' | 'mistral' | 'openai-compatible' | 'ollama';
      name?: string;
      baseUrl?: string;
      models?: string[];
      apiKeySet: boolean;
    }[];
    identityProviders: {
      id: string;
      name: string;
      issuer: string;
      clientId: string;
      clientAuthentication: 'basic' | 'post';
      scopes: string[];
      groupsClaim: string | null;
      administratorGroups: string[];
      allowedGroups: string[];
      recheckMinutes: number;
      clientSecretSet: boolean;
    }[];
    [name: string]: unknown;
  };
  user: {
    reminder: string | null;
    timeZone: string;
    modelId: string | null;
    retrievalInstructions: string;
    disabledKnowledgeBases: string[];
    [name: string]: unknown;
  };
  defaults: {
    systemPrompt: string;
    [name: string]: unknown;
  };
};

type Budget = {
  tokensPerDay?: number | null;
  tokensPerMonth?: number | null;
  usdPerDay?: number | null;
  usdPerMonth?: number | null;
  storageBytes?: number | null;
  runningJobs?: number | null;
};

type BackupSchedule = {
  everyHours: number | null;
  keep: number;
};

type Retention = {
  conversationDays: number | null;
  jobDays: number | null;
  usageDays: number | null;
};

type Model = {
  id: string;
  name: string;
  provider: string;
  contextWindow: number;
  windowFrom: 'set' | 'provider' | 'error' | 'usage' | 'name' | 'assumed';
  vision: boolean;
  isLanguageModel: boolean;
  note?: string;
};

type Provider = {
  id: string;
  kind: string;
  name: string;
  state: 'ready' | 'missing-key' | 'unreachable';
  source: 'environment' | 'file' | 'page' | 'found' | 'built-in';
  note?: string;
  embeddingModels: string[];
};

type SearchModels = {
  embedding: {
    choice: string | null;
    phase: 'ready' | 'loading' | 'fetching' | 'failed' | 'none';
    problem?: string;
    progress?: {
      bytes: number;
      totalBytes: number;
      file: string;
    };
    inUse: {
      id: string;
      dimensions: number;
      maxTokens: number;
      languages: string[] | null;
    } | null;
    chunks: number;
    embedded: number;
  };
  reranking: {
    choice: string | null;
    phase: 'ready' | 'loading' | 'fetching' | 'failed' | 'none';
    problem?: string;
    progress?: {
      bytes: number;
      totalBytes: number;
      file: string;
    };
  };
  fetched: {
    choice: string;
    bytes: number;
    isInUse: boolean;
  }[];
  suggestions: {
    choice: string;
    kind: 'embedder' | 'reranker';
    title: string;
    languages: string[] | null;
    megabytes: number;
  }[];
  proposal: {
    choice: string;
    megabytes: number;
    languages: {
      language: string;
      items: number;
    }[];
  } | null;
};

type User = {
  id: string;
  name: string;
  role: 'administrator' | 'member';
  groups: string[];
  disabled: boolean;
  secondFactor: boolean;
  createdAt: string;
};

type Erasure = {
  deleted: {
    conversations: number;
    projects: number;
    agents: number;
    knowledgeBases: number;
    files: number;
    responses: number;
    feedback: number;
    jobs: number;
  };
  handedOver: {
    conversations?: number;
    projects?: number;
    agents?: number;
    knowledgeBases?: number;
    files?: number;
    responses?: number;
    feedback?: number;
    jobs?: number;
  };
  left: {
    conversations?: number;
    projects?: number;
    agents?: number;
    knowledgeBases?: number;
    files?: number;
    responses?: number;
    feedback?: number;
    jobs?: number;
  };
  auditLines: number;
};

type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  scopes: ('read' | 'write' | 'admin')[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};

type UsageTotal = {
  key: string;
  entries: number;
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  reasoningTokens: number;
  costUsd: number;
  unpricedTokens: number;
};

type AuditLine = {
  seq: number;
  at: string;
  actor: {
    id: string;
    name: string;
  } | null;
  via: string;
  address: string | null;
  action: string;
  target: {
    kind: string;
    id: string;
  } | null;
  outcome: 'done' | 'refused' | 'failed';
  details: Record<string, JsonValue>;
  names: Record<string, string>;
  previousHash: string;
  hash: string;
};

type AuditCheck = {
  lines: number;
  head: {
    seq: number;
    hash: string;
  } | null;
  faults: string[];
};

type Standing = {
  name: 'tokensPerDay' | 'tokensPerMonth' | 'usdPerDay' | 'usdPerMonth' | 'storageBytes' | 'runningJobs';
  used: number;
  limit: number | null;
  resetsAt: string | null;
};

type LeftBehind = {
  id: string;
  name: string;
  items: number;
  visibility: 'private' | 'shared' | 'public';
  createdAt: string;
};

type Diagnosis = {
  version: string;
  node: string;
  dataFolder: string;
  database: {
    kind: string;
    version: string;
    note?: string;
  };
  model: {
    id: string;
    isLanguageModel: boolean;
    note?: string;
  };
  embedder: {
    id: string;
    state: 'ready' | 'missing';
    note?: string;
  };
  ocr: {
    state: 'ready' | 'off' | 'missing';
    languages: string[];
  };
  knowledgeBases: number;
  items: number;
  chunks: number;
  problems: {
    what: string;
    remedy: string;
    isFault: boolean;
  }[];
};

type EmbeddingRequest = {
  model: string;
  input: string | string[];
  encoding_format?: 'float' | 'base64' | null | undefined;
  dimensions?: number | null | undefined;
  input_type?: 'query' | 'document' | null | undefined;
  [name: string]: unknown;
};

type ChatCompletionRequest = {
  model: string;
  messages: {
    role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
    content?: string | {
      type: string;
      text?: string | undefined;
      [name: string]: unknown;
    }[] | null | undefined;
    tool_calls?: {
      id: string;
      function: {
        name: string;
        arguments: string;
        [name: string]: unknown;
      };
      [name: string]: unknown;
    }[] | undefined;
    tool_call_id?: string | undefined;
    [name: string]: unknown;
  }[];
  stream?: boolean | null | undefined;
  stream_options?: {
    include_usage?: boolean | undefined;
    [name: string]: unknown;
  } | null | undefined;
  temperature?: number | null | undefined;
  max_tokens?: number | null | undefined;
  max_completion_tokens?: number | null | undefined;
  tools?: {
    type: 'function';
    function: {
      name: string;
      description?: string | undefined;
      parameters?: Record<string, JsonValue> | undefined;
      [name: string]: unknown;
    };
    [name: string]: unknown;
  }[] | null | undefined;
  [name: string]: unknown;
};

type ResponsesRequest = {
  model: string;
  input: string | {
    type?: string | undefined;
    role?: 'system' | 'developer' | 'user' | 'assistant' | undefined;
    content?: string | {
      text?: string | undefined;
      [name: string]: unknown;
    }[] | undefined;
    call_id?: string | undefined;
    name?: string | undefined;
    arguments?: string | undefined;
    output?: JsonValue | undefined;
    [name: string]: unknown;
  }[];
  instructions?: string | null | undefined;
  stream?: boolean | null | undefined;
  temperature?: number | null | undefined;
  max_output_tokens?: number | null | undefined;
  previous_response_id?: string | null | undefined;
  store?: boolean | null | undefined;
  tools?: {
    type: string;
    name?: string | undefined;
    description?: string | null | undefined;
    parameters?: Record<string, JsonValue> | null | undefined;
    [name: string]: unknown;
  }[] | null | undefined;
  [name: string]: unknown;
};

type UiChat = {
  id: string;
  messages: {
    role: string;
    parts: {
      type: string;
      [name: string]: unknown;
    }[];
    [name: string]: unknown;
  }[];
  trigger?: 'submit-message' | 'regenerate-message' | undefined;
  agentId?: string | null | undefined;
  modelId?: string | null | undefined;
  scope?: string[] | undefined;
  [name: string]: unknown;
};

/** Shapes that have a name in the document. */
export interface Schemas {
  Session: Session;
  SessionUser: SessionUser;
  Problem: Problem;
  OwnSession: OwnSession;
  Conversation: Conversation;
  Sharing: Sharing;
  Branch: Branch;
  Message: Message;
  File: File;
  Asked: Asked;
  Citation: Citation;
  AnswerClaim: AnswerClaim;
  TokenUsage: TokenUsage;
  AnswerBalance: AnswerBalance;
  Source: Source;
  ConversationLink: ConversationLink;
  SharedConversation: SharedConversation;
  SharedMessage: SharedMessage;
  Preview: Preview;
  FirstPreview: FirstPreview;
  StartedTurn: StartedTurn;
  NewTurn: NewTurn;
  Turn: Turn;
  Against: Against;
  AgainstRequest: AgainstRequest;
  Opinions: Opinions;
  FeedbackOfTurn: FeedbackOfTurn;
  Feedback: Feedback;
  FeedbackChange: FeedbackChange;
  FeedbackRow: FeedbackRow;
  FeedbackTrend: FeedbackTrend;
  FeedbackReplay: FeedbackReplay;
  FeedbackDeleted: FeedbackDeleted;
  StartedInquiry: StartedInquiry;
  NewContradictions: NewContradictions;
  ContradictionList: ContradictionList;
  Contradictions: Contradictions;
  Contradiction: Contradiction;
  Report: Report;
  NewReport: NewReport;
  ReportList: ReportList;
  ReportChange: ReportChange;
  KnowledgeBase: KnowledgeBase;
  Item: Item;
  ItemDate: ItemDate;
  SearchAnswer: SearchAnswer;
  SearchHit: SearchHit;
  Search: Search;
  Chunk: Chunk;
  ItemGuide: ItemGuide;
  ItemSummary: ItemSummary;
  CitedFrom: CitedFrom;
  PageWords: PageWords;
  ItemChanges: ItemChanges;
  Job: Job;
  KeptFolder: KeptFolder;
  SourceKind: SourceKind;
  ConnectedSource: ConnectedSource;
  SourceLogLine: SourceLogLine;
  Project: Project;
  Agent: Agent;
  EvidenceTable: EvidenceTable;
  EvidenceColumn: EvidenceColumn;
  EvidenceTableState: EvidenceTableState;
  NewEvidenceColumn: NewEvidenceColumn;
  RowChoice: RowChoice;
  EvidenceRow: EvidenceRow;
  EvidenceCell: EvidenceCell;
  Settings: Settings;
  Budget: Budget;
  BackupSchedule: BackupSchedule;
  Retention: Retention;
  Model: Model;
  Provider: Provider;
  SearchModels: SearchModels;
  User: User;
  Erasure: Erasure;
  ApiKey: ApiKey;
  UsageTotal: UsageTotal;
  AuditLine: AuditLine;
  AuditCheck: AuditCheck;
  Standing: Standing;
  LeftBehind: LeftBehind;
  Diagnosis: Diagnosis;
  EmbeddingRequest: EmbeddingRequest;
  ChatCompletionRequest: ChatCompletionRequest;
  ResponsesRequest: ResponsesRequest;
  UiChat: UiChat;
}

/** What each route takes and gives. */
export interface Routes {
  'GET /api/session': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Session;
  };
  'POST /api/login': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      name: string;
      password: string;
      code?: string | undefined;
    };
    answer: Session;
  };
  'POST /api/setup': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      token: string;
      name: string;
      password: string;
    };
    answer: Session;
  };
  'POST /api/logout': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      endSessionUrl: string;
    };
  };
  'GET /api/login/{provider}': {
    path: { provider: string };
    query: { to?: string };
    body: undefined;
    answer: undefined;
  };
  'GET /api/login/{provider}/callback': {
    path: { provider: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'POST /api/password': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      current: string;
      password: string;
      withdrawKeys?: boolean | undefined;
    };
    answer: undefined;
  };
  'GET /api/sessions': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: OwnSession[];
      cursor: string | null;
    };
  };
  'DELETE /api/sessions': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'DELETE /api/sessions/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/second-factor': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      isPossible: boolean;
      isOn: boolean;
      needsSetUpCode: boolean;
      recoveryCodesLeft: number;
    };
  };
  'POST /api/second-factor': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      password: string;
      setUpCode?: string | undefined;
    };
    answer: {
      secret: string;
      address: string;
    };
  };
  'POST /api/second-factor/confirm': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      code: string;
      setUpCode?: string | undefined;
    };
    answer: {
      recoveryCodes: string[];
    };
  };
  'POST /api/second-factor/remove': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      password: string;
    };
    answer: undefined;
  };
  'POST /api/users/{id}/second-factor/code': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      code: string;
      expiresAt: string;
    };
  };
  'DELETE /api/users/{id}/second-factor': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/conversations': {
    path: Record<never, never>;
    query: { cursor?: string; limit?: number; query?: string; projectId?: string; pinned?: 'true' | 'false' };
    body: undefined;
    answer: {
      rows: Conversation[];
      cursor: string | null;
    };
  };
  'POST /api/conversations': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      title?: string | undefined;
      agentId?: string | null | undefined;
      modelId?: string | null | undefined;
      projectId?: string | null | undefined;
      scope?: string[] | undefined;
    };
    answer: Conversation;
  };
  'GET /api/conversations/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Conversation;
  };
  'PATCH /api/conversations/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      title?: string | undefined;
      agentId?: string | null | undefined;
      modelId?: string | null | undefined;
      projectId?: string | null | undefined;
      scope?: string[] | undefined;
      isPinned?: boolean | undefined;
      leafId?: string | undefined;
      sharing?: Sharing | undefined;
    };
    answer: Conversation;
  };
  'DELETE /api/conversations/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/conversations/{id}/messages': {
    path: { id: string };
    query: { leaf?: string };
    body: undefined;
    answer: Branch;
  };
  'POST /api/conversations/{id}/fork': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      messageId: string;
    };
    answer: Conversation;
  };
  'GET /api/conversations/{id}/sources': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      cited: Source[];
      retrieved: Source[];
    };
  };
  'GET /api/conversations/{id}/sources/{number}/text': {
    path: { id: string; number: number };
    query: Record<never, never>;
    body: undefined;
    answer: {
      text: string;
      start: number;
      end: number;
      characters: number;
      title: string;
      url: string | null;
    };
  };
  'GET /api/conversations/{id}/export': {
    path: { id: string };
    query: { format?: 'markdown' | 'footnotes' | 'html' | 'docx' | 'bibtex' | 'csl' | 'clipboard' | 'json'; message?: string; quotes?: 'true' | 'false' };
    body: undefined;
    answer: undefined;
  };
  'GET /api/conversations/{id}/links': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: ConversationLink[];
      isOn: boolean;
    };
  };
  'POST /api/conversations/{id}/links': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      messageId: string;
      extent?: 'conversation' | 'answer' | undefined;
      showsPassages?: boolean | undefined;
      days?: number | undefined;
    };
    answer: {
      link: ConversationLink;
      token: string;
    };
  };
  'DELETE /api/conversations/{id}/links/{linkId}': {
    path: { id: string; linkId: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'POST /api/shared': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      token: string;
    };
    answer: SharedConversation;
  };
  'POST /api/conversations/{id}/preview': {
    path: { id: string };
    query: Record<never, never>;
    body: Preview;
    answer: {
      report: ContextReport;
    };
  };
  'POST /api/preview': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: FirstPreview;
    answer: {
      report: ContextReport;
    };
  };
  'GET /api/conversations/{id}/descriptors': {
    path: { id: string };
    query: { leaf?: string; version?: number };
    body: undefined;
    answer: {
      rows: Descriptor[];
    };
  };
  'GET /api/conversations/{id}/descriptors/{name}': {
    path: { id: string; name: string };
    query: { leaf?: string; version?: number; page?: number; pageSize?: number; start?: number | null; end?: number | null };
    body: undefined;
    answer: {
      content: string;
      page: number;
      pages: number;
      start: number;
      end: number;
    };
  };
  'GET /api/conversations/{id}/descriptors/{name}/versions': {
    path: { id: string; name: string };
    query: { leaf?: string; version?: number };
    body: undefined;
    answer: {
      rows: Descriptor[];
    };
  };
  'GET /api/conversations/{id}/descriptors/{name}/search': {
    path: { id: string; name: string };
    query: { leaf?: string; version?: number; pattern: string; regex?: 'true' | 'false'; fromLine?: number };
    body: undefined;
    answer: {
      rows: {
        line: number;
        text: string;
      }[];
      nextLine: number | null;
    };
  };
  'GET /api/conversations/{id}/descriptors/{name}/download': {
    path: { id: string; name: string };
    query: { leaf?: string; version?: number };
    body: undefined;
    answer: undefined;
  };
  'GET /api/conversations/{id}/files': {
    path: { id: string };
    query: { leaf?: string; version?: number };
    body: undefined;
    answer: {
      rows: {
        path: string;
        bytes: number;
        modifiedAt: string;
      }[];
    };
  };
  'GET /api/conversations/{id}/files/{path}': {
    path: { id: string; path: string };
    query: { leaf?: string; version?: number };
    body: undefined;
    answer: undefined;
  };
  'POST /api/conversations/{id}/turns': {
    path: { id: string };
    query: Record<never, never>;
    body: NewTurn;
    answer: StartedTurn;
  };
  'GET /api/turns/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Turn;
  };
  'GET /api/turns/{id}/events': {
    path: { id: string };
    query: { after?: number | null };
    body: undefined;
    answer: undefined;
  };
  'POST /api/turns/{id}/against': {
    path: { id: string };
    query: Record<never, never>;
    body: AgainstRequest;
    answer: Against;
  };
  'POST /api/turns/{id}/opinion': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Opinions;
  };
  'POST /api/turns/{id}/stop': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'POST /api/turns/{id}/retry': {
    path: { id: string };
    query: { modelId?: string };
    body: undefined;
    answer: StartedTurn;
  };
  'PATCH /api/turns/{id}/feedback': {
    path: { id: string };
    query: Record<never, never>;
    body: FeedbackChange;
    answer: FeedbackOfTurn;
  };
  'GET /api/conversations/{id}/feedback': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: Feedback[];
      cursor: string | null;
    };
  };
  'GET /api/feedback': {
    path: Record<never, never>;
    query: { cursor?: string; limit?: number; whose?: 'own' | 'shared' };
    body: undefined;
    answer: {
      rows: FeedbackRow[];
      cursor: string | null;
    };
  };
  'DELETE /api/feedback': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: FeedbackDeleted;
  };
  'GET /api/feedback/export': {
    path: Record<never, never>;
    query: { whose?: 'own' | 'shared' };
    body: undefined;
    answer: undefined;
  };
  'GET /api/feedback/trend': {
    path: Record<never, never>;
    query: { whose?: 'own' | 'everybody' };
    body: undefined;
    answer: FeedbackTrend;
  };
  'GET /api/feedback/{id}/replay': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: FeedbackReplay;
  };
  'DELETE /api/feedback/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/contradictions': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: ContradictionList;
  };
  'POST /api/contradictions': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: NewContradictions;
    answer: StartedInquiry;
  };
  'GET /api/contradictions/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Contradictions;
  };
  'DELETE /api/contradictions/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'POST /api/contradictions/{id}/run': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: StartedInquiry;
  };
  'POST /api/contradictions/{id}/stop': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/reports': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: ReportList;
  };
  'POST /api/reports': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: NewReport;
    answer: Report;
  };
  'GET /api/reports/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Report;
  };
  'PATCH /api/reports/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: ReportChange;
    answer: Report;
  };
  'DELETE /api/reports/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'POST /api/reports/{id}/run': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: StartedInquiry;
  };
  'POST /api/reports/{id}/stop': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/reports/{id}/export': {
    path: { id: string };
    query: { format?: 'footnotes' | 'html' | 'docx' | 'bibtex' | 'csl' };
    body: undefined;
    answer: undefined;
  };
  'GET /api/knowledge-bases': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: KnowledgeBase[];
      cursor: string | null;
    };
  };
  'POST /api/knowledge-bases': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      name: string;
      description?: string | undefined;
      sharing?: Sharing | undefined;
    };
    answer: KnowledgeBase;
  };
  'GET /api/knowledge-bases/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: KnowledgeBase;
  };
  'PATCH /api/knowledge-bases/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      name?: string | undefined;
      description?: string | undefined;
      sharing?: Sharing | undefined;
    };
    answer: KnowledgeBase;
  };
  'DELETE /api/knowledge-bases/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/knowledge-bases/{id}/items': {
    path: { id: string };
    query: { cursor?: string; limit?: number; query?: string };
    body: undefined;
    answer: {
      rows: Item[];
      cursor: string | null;
      total: number;
    };
  };
  'POST /api/search': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: Search;
    answer: SearchAnswer;
  };
  'GET /api/items/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Item;
  };
  'DELETE /api/items/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/items/{id}/text': {
    path: { id: string };
    query: { start?: number | null; end?: number | null; chunk?: string };
    body: undefined;
    answer: {
      text: string;
      start: number;
      end: number;
      characters: number;
    };
  };
  'GET /api/items/{id}/chunks': {
    path: { id: string };
    query: { from?: number | null; to?: number | null };
    body: undefined;
    answer: {
      rows: Chunk[];
    };
  };
  'POST /api/items/{id}/attachment': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: File;
  };
  'GET /api/items/{id}/guide': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: ItemGuide;
  };
  'POST /api/items/{id}/summary': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: ItemSummary | null;
  };
  'GET /api/items/{id}/citations': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: CitedFrom;
  };
  'GET /api/items/{id}/original': {
    path: { id: string };
    query: { chunk?: string };
    body: undefined;
    answer: undefined;
  };
  'GET /api/items/{id}/pages/{page}/words': {
    path: { id: string; page: number };
    query: { chunk?: string };
    body: undefined;
    answer: PageWords;
  };
  'GET /api/items/{id}/pages/{page}/picture': {
    path: { id: string; page: number };
    query: { chunk?: string };
    body: undefined;
    answer: undefined;
  };
  'GET /api/items/{id}/changes': {
    path: { id: string };
    query: { chunk?: string };
    body: undefined;
    answer: ItemChanges;
  };
  'POST /api/knowledge-bases/{id}/uploads': {
    path: { id: string };
    query: Record<never, never>;
    body: FormData;
    answer: {
      jobId: string;
      paths: string[];
    };
  };
  'GET /api/knowledge-bases/{id}/folders': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: KeptFolder[];
      cursor: string | null;
    };
  };
  'POST /api/knowledge-bases/{id}/folders': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      path: string;
      keep?: boolean | undefined;
    };
    answer: {
      jobId: string;
    };
  };
  'GET /api/jobs': {
    path: Record<never, never>;
    query: { state?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'; knowledgeBaseId?: string };
    body: undefined;
    answer: {
      rows: Job[];
    };
  };
  'POST /api/jobs/{id}/retry': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      jobId: string;
    };
  };
  'POST /api/jobs/{id}/cancel': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Job;
  };
  'GET /api/jobs/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Job;
  };
  'GET /api/jobs/{id}/events': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'POST /api/knowledge-bases/{id}/folders/{folderId}/sync': {
    path: { id: string; folderId: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      jobId: string;
    };
  };
  'DELETE /api/knowledge-bases/{id}/folders/{folderId}': {
    path: { id: string; folderId: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/source-kinds': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: SourceKind[];
    };
  };
  'GET /api/sources': {
    path: Record<never, never>;
    query: { knowledgeBaseId?: string };
    body: undefined;
    answer: {
      rows: ConnectedSource[];
      cursor: string | null;
    };
  };
  'POST /api/sources': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      knowledgeBaseId: string;
      kind: string;
      name?: string | undefined;
      settings: Record<string, JsonValue>;
      everyMinutes?: number | null | undefined;
      sharing?: Sharing | null | undefined;
    };
    answer: ConnectedSource;
  };
  'GET /api/sources/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: ConnectedSource;
  };
  'PATCH /api/sources/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      name?: string | undefined;
      settings?: Record<string, JsonValue> | undefined;
      everyMinutes?: number | null | undefined;
      sharing?: Sharing | null | undefined;
      isPaused?: boolean | undefined;
    };
    answer: ConnectedSource;
  };
  'DELETE /api/sources/{id}': {
    path: { id: string };
    query: { items?: 'delete' | 'keep' };
    body: undefined;
    answer: undefined;
  };
  'POST /api/sources/{id}/sync': {
    path: { id: string };
    query: { failed?: 'skip' | 'retry'; missing?: 'ask' | 'delete' };
    body: undefined;
    answer: {
      jobId: string;
    };
  };
  'GET /api/sources/{id}/log': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: SourceLogLine[];
    };
  };
  'POST /api/files': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: FormData;
    answer: {
      rows: File[];
    };
  };
  'GET /api/files/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: File;
  };
  'DELETE /api/files/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/files/{id}/content': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/files/{id}/text': {
    path: { id: string };
    query: { start?: number | null; end?: number | null; chunk?: string };
    body: undefined;
    answer: {
      text: string;
      start: number;
      end: number;
      characters: number;
    };
  };
  'GET /api/projects': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: Project[];
      cursor: string | null;
    };
  };
  'POST /api/projects': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      name: string;
      description?: string | undefined;
      instructions?: string | undefined;
      sharing?: Sharing | undefined;
    };
    answer: Project;
  };
  'GET /api/projects/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Project;
  };
  'PATCH /api/projects/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      name?: string | undefined;
      description?: string | undefined;
      instructions?: string | undefined;
      sharing?: Sharing | undefined;
    };
    answer: Project;
  };
  'DELETE /api/projects/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'POST /api/projects/{id}/files': {
    path: { id: string };
    query: Record<never, never>;
    body: FormData;
    answer: {
      rows: File[];
    };
  };
  'DELETE /api/projects/{id}/files/{fileId}': {
    path: { id: string; fileId: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/agents': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: Agent[];
      cursor: string | null;
    };
  };
  'POST /api/agents': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      name: string;
      description?: string | undefined;
      prompt?: string | undefined;
      replaceSystemPrompt?: boolean | undefined;
      tools?: string[] | null | undefined;
      knowledgeBaseIds?: string[] | null | undefined;
      reminder?: string | null | undefined;
      modelId?: string | null | undefined;
      options?: Record<string, JsonValue> | undefined;
      sharing?: Sharing | undefined;
    };
    answer: Agent;
  };
  'GET /api/agents/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Agent;
  };
  'PATCH /api/agents/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      name?: string | undefined;
      description?: string | undefined;
      prompt?: string | undefined;
      replaceSystemPrompt?: boolean | undefined;
      tools?: string[] | null | undefined;
      knowledgeBaseIds?: string[] | null | undefined;
      reminder?: string | null | undefined;
      modelId?: string | null | undefined;
      options?: Record<string, JsonValue> | undefined;
      sharing?: Sharing | undefined;
    };
    answer: Agent;
  };
  'DELETE /api/agents/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/tables': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: EvidenceTable[];
      cursor: string | null;
    };
  };
  'POST /api/tables': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      name: string;
      columns?: NewEvidenceColumn[] | undefined;
      rows?: RowChoice | undefined;
      modelId?: string | null | undefined;
      sharing?: Sharing | undefined;
      run?: boolean | undefined;
    };
    answer: EvidenceTableState;
  };
  'GET /api/tables/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: EvidenceTableState;
  };
  'PATCH /api/tables/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      name?: string | undefined;
      modelId?: string | null | undefined;
      sharing?: Sharing | undefined;
    };
    answer: EvidenceTableState;
  };
  'DELETE /api/tables/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'POST /api/tables/{id}/run': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Job;
  };
  'POST /api/tables/{id}/stop': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Job;
  };
  'GET /api/tables/{id}/rows': {
    path: { id: string };
    query: { offset?: number | null; limit?: number; sort?: string; verdict?: 'supported' | 'weak' | 'unsupported' | 'absent' | 'failed' | 'edited' | 'stale'; column?: string };
    body: undefined;
    answer: {
      rows: EvidenceRow[];
      total: number;
      offset: number;
    };
  };
  'POST /api/tables/{id}/rows': {
    path: { id: string };
    query: Record<never, never>;
    body: RowChoice;
    answer: EvidenceTableState;
  };
  'GET /api/tables/{id}/export': {
    path: { id: string };
    query: { format?: 'xlsx' | 'csv' | 'md' };
    body: undefined;
    answer: undefined;
  };
  'POST /api/tables/{id}/columns': {
    path: { id: string };
    query: Record<never, never>;
    body: NewEvidenceColumn;
    answer: EvidenceTableState;
  };
  'DELETE /api/tables/{id}/columns/{columnId}': {
    path: { id: string; columnId: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'DELETE /api/tables/{id}/rows/{rowId}': {
    path: { id: string; rowId: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'PUT /api/tables/{id}/cells/{rowId}/{columnId}': {
    path: { id: string; rowId: string; columnId: string };
    query: Record<never, never>;
    body: {
      value: string | null;
      version: number;
    };
    answer: EvidenceCell;
  };
  'GET /api/tables/{id}/cells/{rowId}/{columnId}/edits': {
    path: { id: string; rowId: string; columnId: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      version: number;
      rows: {
        value: string | null;
        by: string;
        at: string;
      }[];
    };
  };
  'GET /api/settings': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Settings;
  };
  'PUT /api/settings': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      system?: {
        systemPrompt?: string | null | undefined;
        models?: {
          chat?: string | null | undefined;
          small?: string | null | undefined;
          classifying?: string | null | undefined;
          searching?: string | null | undefined;
          embedding?: string | null | undefined;
          reranking?: string | null | undefined;
        } | undefined;
        windows?: Record<string, number> | undefined;
        context?: {
          reservedOutputTokens?: number | undefined;
          safetyMarginShare?: number | undefined;
          projectShare?: number | undefined;
          citationRulesAfterSearchOnly?: boolean | undefined;
          pastResultSummaries?: boolean | undefined;
          summaryThresholdShare?: number | undefined;
          summaryKeepShare?: number | undefined;
        } | undefined;
        descriptors?: {
          enabled?: boolean | undefined;
          toolResultTokens?: number | undefined;
          userInputTokens?: number | undefined;
          previewTokens?: number | undefined;
          quotaBytes?: number | undefined;
        } | undefined;
        tools?: Record<string, JsonValue> | undefined;
        prices?: Record<string, {
          input: number;
          output: number;
          cachedInput?: number | undefined;
        }> | undefined;
        mcpServers?: {
          id: string;
          url: string;
          headers?: Record<string, string> | undefined;
          enabled?: boolean | undefined;
        }[] | undefined;
        reminder?: string | null | undefined;
        maxSteps?: number | undefined;
        preferNewer?: boolean | undefined;
        ocr?: {
          enabled: boolean;
          languages: string[] | null;
        } | undefined;
        sharedLinks?: boolean | undefined;
        auditDays?: number | null | undefined;
        budgets?: {
          administrator?: Budget | undefined;
          member?: Budget | undefined;
        } | undefined;
        backups?: BackupSchedule | undefined;
        retention?: Retention | undefined;
        reachableHosts?: string[] | null | undefined;
        requireSecondFactor?: ('member' | 'administrator')[] | undefined;
        secondFactorNeedsCode?: boolean | undefined;
        providers?: {
          id: string;
          kind: 'openai' | 'anthropic' | 'google' | 'mistral' | 'openai-compatible' | 'ollama';
          name?: string | undefined;
          baseUrl?: string | undefined;
          models?: string[] | undefined;
          apiKey?: string | null | undefined;
        }[] | undefined;
        identityProviders?: {
          id: string;
          name: string;
          issuer: string;
          clientId: string;
          clientAuthentication?: 'basic' | 'post' | undefined;
          scopes?: string[] | undefined;
          groupsClaim?: string | null | undefined;
          administratorGroups?: string[] | undefined;
          allowedGroups?: string[] | undefined;
          recheckMinutes?: number | undefined;
          clientSecret?: string | null | undefined;
        }[] | undefined;
      } | undefined;
      user?: {
        reminder?: string | null | undefined;
        timeZone?: string | undefined;
        modelId?: string | null | undefined;
        retrievalInstructions?: string | undefined;
        disabledKnowledgeBases?: string[] | undefined;
      } | undefined;
    };
    answer: Settings;
  };
  'GET /api/models': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: Model[];
      current: {
        chat: string;
        small: string;
      };
      providers: Provider[];
    };
  };
  'POST /api/models/test': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      modelId?: string | undefined;
      provider?: {
        id?: string | undefined;
        kind: 'openai' | 'anthropic' | 'google' | 'mistral' | 'openai-compatible' | 'ollama';
        apiKey?: string | undefined;
        baseUrl?: string | undefined;
      } | undefined;
      model?: string | undefined;
    };
    answer: {
      ok: true;
      milliseconds: number;
      text: string;
      model?: string;
      baseUrl?: string;
      models?: Model[];
      embeddingModels?: string[];
    } | {
      ok: false;
      code: string;
      message: string;
      model?: string;
      baseUrl?: string;
      models?: Model[];
      embeddingModels?: string[];
    };
  };
  'POST /api/providers': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      kind: 'openai' | 'anthropic' | 'google' | 'mistral' | 'openai-compatible' | 'ollama';
      name?: string | undefined;
      baseUrl?: string | undefined;
      models?: string[] | undefined;
      apiKey?: string | undefined;
      use?: {
        chat?: string | undefined;
        small?: string | undefined;
        embedding?: string | undefined;
      } | undefined;
    };
    answer: {
      id: string;
    };
  };
  'DELETE /api/providers/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/search-models': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: SearchModels;
  };
  'DELETE /api/search-models': {
    path: Record<never, never>;
    query: { name: string };
    body: undefined;
    answer: SearchModels;
  };
  'GET /api/users': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: User[];
      cursor: string | null;
    };
  };
  'POST /api/users': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      name: string;
      password: string;
      role?: 'administrator' | 'member' | undefined;
      groups?: string[] | undefined;
    };
    answer: User;
  };
  'PATCH /api/users/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      name?: string | undefined;
      password?: string | undefined;
      role?: 'administrator' | 'member' | undefined;
      groups?: string[] | undefined;
      disabled?: boolean | undefined;
    };
    answer: User;
  };
  'DELETE /api/users/{id}': {
    path: { id: string };
    query: { conversations?: 'delete-private' | 'delete-all' | 'keep'; objects?: 'leave' | 'delete' | 'hand-over'; to?: string };
    body: undefined;
    answer: Erasure;
  };
  'GET /api/keys': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: ApiKey[];
      cursor: string | null;
    };
  };
  'POST /api/keys': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      name: string;
      scopes?: ('read' | 'write' | 'admin')[] | undefined;
      expiresAt?: string | null | undefined;
    };
    answer: ApiKey & {
      key: string;
    };
  };
  'DELETE /api/keys/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/usage': {
    path: Record<never, never>;
    query: { groupBy?: 'user' | 'conversation' | 'model' | 'purpose' | 'day'; conversationId?: string; from?: string; to?: string; all?: 'true' | 'false' };
    body: undefined;
    answer: {
      rows: UsageTotal[];
    };
  };
  'GET /api/audit': {
    path: Record<never, never>;
    query: { action?: string; actorId?: string; targetId?: string; outcome?: 'done' | 'refused' | 'failed'; from?: string; to?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: {
      rows: AuditLine[];
      cursor: string | null;
    };
  };
  'GET /api/audit/export': {
    path: Record<never, never>;
    query: { action?: string; actorId?: string; targetId?: string; outcome?: 'done' | 'refused' | 'failed'; from?: string; to?: string; format?: 'jsonl' | 'csv' };
    body: undefined;
    answer: undefined;
  };
  'POST /api/audit/verify': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: {
      noted?: {
        seq: number;
        hash: string;
      } | undefined;
    };
    answer: AuditCheck;
  };
  'GET /api/backups': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      folder: string;
      isEncrypted: boolean;
      last: {
        at: string;
        file: string | null;
        bytes: number | null;
        problem: string | null;
      } | null;
    };
  };
  'POST /api/backups': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      at: string;
      file: string | null;
      bytes: number | null;
      problem: string | null;
    };
  };
  'GET /api/budget': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: Standing[];
    };
  };
  'GET /api/users/{id}/budget': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: {
      own: Budget;
      rows: Standing[];
    };
  };
  'PUT /api/users/{id}/budget': {
    path: { id: string };
    query: Record<never, never>;
    body: Budget;
    answer: {
      own: Budget;
      rows: Standing[];
    };
  };
  'GET /api/retention': {
    path: Record<never, never>;
    query: { conversationDays?: number; jobDays?: number; usageDays?: number };
    body: undefined;
    answer: {
      conversations: number;
      jobs: number;
      usage: number;
    };
  };
  'POST /api/retention/run': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      conversations: number;
      jobs: number;
      usage: number;
      items: number;
    };
  };
  'GET /api/knowledge-bases/{id}/retention': {
    path: { id: string };
    query: { days?: number };
    body: undefined;
    answer: {
      days: number | null;
      due: number;
    };
  };
  'PUT /api/knowledge-bases/{id}/retention': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      days: number | null;
    };
    answer: undefined;
  };
  'GET /api/people': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      users: {
        id: string;
        name: string;
      }[];
      roles: string[];
    };
  };
  'GET /api/left-behind': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: LeftBehind[];
      cursor: string | null;
    };
  };
  'PUT /api/left-behind/{id}/owner': {
    path: { id: string };
    query: Record<never, never>;
    body: {
      userId: string;
    };
    answer: undefined;
  };
  'DELETE /api/left-behind/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  'GET /api/tools': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      rows: {
        name: string;
        title: string | null;
        description: string;
      }[];
    };
  };
  'GET /api/doctor': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: Diagnosis;
  };
  'GET /v1/models': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    answer: {
      data: Record<string, JsonValue>[];
      [name: string]: unknown;
    };
  };
  'GET /v1/models/{id}': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: Record<string, JsonValue>;
  };
  'POST /v1/embeddings': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: EmbeddingRequest;
    answer: Record<string, JsonValue>;
  };
  'POST /v1/chat/completions': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: ChatCompletionRequest;
    answer: Record<string, JsonValue>;
  };
  'POST /v1/responses': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: ResponsesRequest;
    answer: Record<string, JsonValue>;
  };
  'POST /api/ui/chat': {
    path: Record<never, never>;
    query: Record<never, never>;
    body: UiChat;
    answer: undefined;
  };
  'GET /api/ui/chat/{id}/stream': {
    path: { id: string };
    query: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
}
