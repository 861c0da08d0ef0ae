import type { JsonValue } from '@ibid/core';
import type { JsonText } from '../database/json-text.js';
import type { Agent } from './agent-repository.js';
import type { ApiKeyScope } from './api-key-repository.js';

/** Users: logins, settings and limits. */
export interface AccountTables {
  users: {
    id: string;
    name: string;
    /** Lowercase name, unique. */
    name_key: string;
    role: 'administrator' | 'member';
    /** Names of groups, for sharing. */
    groups: JsonText<string[]>;
    /** Null: password login is not possible. */
    password_hash: string | null;
    disabled: number;
    created_at: string;
  };
  sessions: {
    token_hash: string;
    user_id: string;
    csrf_token: string;
    created_at: string;
    expires_at: string;
    /** Null for sessions of earlier versions. */
    address: string | null;
    browser: string | null;
    /** Accurate to a few minutes. */
    seen_at: string | null;
    /** Null if the user logged in with a password. */
    provider_id: string | null;
    sealed_tokens: string | null;
    checked_at: string | null;
  };
  /** A user's identity at a login provider. */
  user_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    created_at: string;
  };
  /** Where a user logged in from. */
  login_addresses: {
    user_id: string;
    address_hash: string;
    used_at: string;
  };
  /** ORG-1 */
  second_factors: {
    user_id: string;
    sealed_secret: string;
    /** Null until a code has been entered. */
    confirmed_at: string | null;
    /** Time step of the last used code; that code and earlier ones no longer work. */
    last_step: number;
    created_at: string;
  };
  recovery_codes: { user_id: string; code_hash: string };
  set_up_codes: { user_id: string; code_hash: string; expires_at: string };
  api_keys: {
    id: string;
    user_id: string;
    name: string;
    key_hash: string;
    /** The first characters, which help users tell keys apart. */
    prefix: string;
    scopes: JsonText<ApiKeyScope[]>;
    created_at: string;
    expires_at: string | null;
    last_used_at: string | null;
  };
  settings: {
    /** `system` or a user's id. */
    scope: string;
    key: string;
    value: JsonText<JsonValue>;
    updated_at: string;
  };
  agents: {
    id: string;
    owner_id: string;
    name: string;
    description: string;
    prompt: string;
    replace_system_prompt: number;
    /** Names; null: all. */
    tools: JsonText<string[]> | null;
    /** Null: all that the user may see. */
    knowledge_base_ids: JsonText<string[]> | null;
    reminder: string | null;
    model_id: string | null;
    options: JsonText<Agent['options']>;
    visibility: 'private' | 'shared' | 'public';
    shared_users: JsonText<string[]>;
    shared_groups: JsonText<string[]>;
    created_at: string;
    updated_at: string;
  };
  usage: {
    id: string;
    user_id: string;
    conversation_id: string | null;
    turn_id: string | null;
    /** `chat`, `title`, `summary`, `retrieval`, `embedding`. */
    purpose: string;
    step: number | null;
    model_id: string;
    input_tokens: number;
    output_tokens: number;
    cached_input_tokens: number;
    reasoning_tokens: number;
    cost_usd: number | null;
    created_at: string;
  };
  /** ORG-5: a user's spending in a day or month, including calls in progress. */
  spending: {
    user_id: string;
    /** `2026-11-16`, `2026-11`, or `lock`, the row that quota checks queue for. */
    period: string;
    tokens: number;
    cost_usd: number;
  };
  /** ORG-5: quota reservations for what is not stored yet. */
  quota_holds: {
    id: string;
    user_id: string;
    kind: 'storage' | 'jobs';
    amount: number;
    expires_at: string;
  };
  /** Sizes of the originals of items. */
  blob_sizes: { content_hash: string; bytes: number };
}
