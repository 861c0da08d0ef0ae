import type { ContextReport, JsonValue, KeptCounts, Source } from '@ibid/core/internal';
import type { Generated } from 'kysely';
import type { JsonText } from '../database/json-text.js';
import type { Feedback, FeedbackSnapshot } from './feedback.js';
import type { Inquiry } from './inquiry.js';
import type { MessageContent } from './message-content.js';
import type { AskedTurn } from './turn-repository.js';

/** Conversations and projects, with everything that results from them. */
export interface ConversationTables {
  conversations: {
    id: string;
    owner_id: string;
    title: string;
    /** Origin of the title: one given by a person is never replaced. */
    title_origin: 'none' | 'made' | 'person';
    agent_id: string | null;
    model_id: string | null;
    project_id: string | null;
    /** Knowledge bases and items that questions are limited to; empty: no limit. */
    scope: Generated<JsonText<string[]>>;
    pinned: Generated<number>;
    /** The displayed branch; null while there are no messages. */
    leaf_id: string | null;
    forked_from: string | null;
    forked_at_message: string | null;
    visibility: 'private' | 'shared' | 'public';
    shared_users: JsonText<string[]>;
    shared_groups: JsonText<string[]>;
    created_at: string;
    updated_at: string;
  };
  messages: {
    id: string;
    conversation_id: string;
    parent_id: string | null;
    role: 'user' | 'assistant';
    /** What the user wrote, or the model's raw answer. */
    text: string;
    /** Attachments of a user message; steps, citations and sources of an assistant message. */
    content: JsonText<MessageContent>;
    turn_id: string | null;
    status: 'running' | 'complete' | 'stopped' | 'failed' | 'interrupted';
    created_at: string;
    /** Token counts of its texts, by tokenizer; null if not counted yet. */
    token_counts: JsonText<KeptCounts> | null;
  };
  turns: {
    id: string;
    conversation_id: string;
    user_id: string;
    user_message_id: string;
    assistant_message_id: string;
    status: 'running' | 'complete' | 'stopped' | 'failed' | 'interrupted';
    model_id: string;
    agent_id: string | null;
    /** The original request, for a retry. */
    request: JsonText<AskedTurn>;
    error_code: string | null;
    error_message: string | null;
    retryable: number;
    /** One per step. */
    context_reports: JsonText<ContextReport[]>;
    /** The steps of agentic retrieval; null if it did not run. */
    trajectory: JsonText<JsonValue> | null;
    input_tokens: number;
    output_tokens: number;
    cached_input_tokens: number;
    cost_usd: number | null;
    stop_requested: number;
    /** The process that runs it. */
    server_id: string;
    created_at: string;
    finished_at: string | null;
  };
  /** Packets of a turn; each write stores several in one row. */
  turn_packets: {
    turn_id: string;
    first_seq: number;
    last_seq: number;
    /** One JSON packet per line. */
    packets: string;
  };
  /** REF-2: a number is assigned once per conversation and never changes. */
  conversation_sources: {
    conversation_id: string;
    number: number;
    item_id: string;
    title: string;
    url: string | null;
    origin: 'tool' | 'file' | 'project' | 'web';
    turn_id: string | null;
  };
  /** CTX-14. */
  conversation_summaries: {
    conversation_id: string;
    message_id: string;
    covers_turns: number;
    text: string;
    created_at: string;
    /** Items whose text it may contain; null: unknown, so possibly any. */
    item_ids: JsonText<string[]> | null;
  };
  /** Items that a turn read but that have no number. */
  conversation_seen_items: {
    conversation_id: string;
    item_id: string;
    turn_id: string | null;
  };
  /** ANS-4: links for people without an account. */
  conversation_links: {
    id: string;
    token_hash: string;
    conversation_id: string;
    /** The user who created it; it is read with their rights. */
    owner_id: string;
    message_id: string;
    extent: 'conversation' | 'answer';
    shows_passages: number;
    created_at: string;
    expires_at: string;
  };
  files: {
    id: string;
    owner_id: string;
    name: string;
    media_type: string;
    bytes: number;
    /** SHA-256 of the content: the name of its blob. */
    blob_hash: string;
    state: 'uploaded' | 'counted' | 'too_large' | 'unreadable';
    reason: string | null;
    tokens: number | null;
    characters: number | null;
    width: number | null;
    height: number | null;
    /** Set if the file is an item picked from a knowledge base. */
    item_id: string | null;
    created_at: string;
  };
  /** Extracted text, once per content. */
  file_texts: {
    blob_hash: string;
    text: string;
  };
  projects: {
    id: string;
    owner_id: string;
    name: string;
    description: string;
    instructions: string;
    knowledge_base_id: string | null;
    visibility: 'private' | 'shared' | 'public';
    shared_users: JsonText<string[]>;
    shared_groups: JsonText<string[]>;
    created_at: string;
    updated_at: string;
  };
  project_files: {
    project_id: string;
    file_id: string;
    item_id: string | null;
    added_at: string;
  };
  /** ANS-2, ANS-3: inquiries that take more than a turn. */
  inquiries: {
    id: string;
    owner_id: string;
    kind: 'contradictions' | 'report';
    question: string;
    /** The question and its scope. */
    input: JsonText<Inquiry['input']>;
    /** The results so far. */
    work: JsonText<Inquiry['work']>;
    job_id: string | null;
    created_at: string;
    updated_at: string;
  };
  /** ANS-5: a user's feedback on an answer. */
  feedback: {
    id: string;
    user_id: string;
    conversation_id: string;
    turn_id: string;
    message_id: string;
    verdict: 'right' | 'wrong' | null;
    reasons: JsonText<string[]>;
    comment: string;
    /** By citation. */
    marks: JsonText<Feedback['marks']>;
    /** Question, answer, passages and verdicts at that time. */
    snapshot: JsonText<FeedbackSnapshot>;
    /** Shared with administrators. */
    shared: number;
    /** How many citations Ibid called supported or doubtful, and the user right or wrong. */
    supported_right: number;
    supported_wrong: number;
    doubtful_right: number;
    doubtful_wrong: number;
    created_at: string;
    updated_at: string;
  };
  responses: {
    id: string;
    user_id: string;
    previous_id: string | null;
    /** The messages of this response. */
    messages: JsonText<object[]>;
    /** All sources numbered so far. */
    sources: JsonText<Source[]>;
    created_at: string;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    request_hash: string;
    status: number;
    response: JsonText<JsonValue>;
    created_at: string;
  };
}
