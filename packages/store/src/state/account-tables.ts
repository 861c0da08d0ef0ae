import type { JsonValue } from '@ibid/core';
import type { JsonText } from '../database/json-text.js';
import type { Agent } from './agent-repository.js';
import type { ApiKeyScope } from './api-key-repository.js';

/** People, how they log in, what they set and what they may use. */
export interface AccountTables {
  users: {
    id: string;
    name: string;
    /** Lower-case name, unique. */
    name_key: string;
    role: 'administrator' | 'member';
    /** Names of groups that things can be shared with. */
    groups: JsonText<string[]>;
    /** Null: cannot log in with a password. */
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
    /** Null: not known, of sessions from before. */
    address: string | null;
    browser: string | null;
    /** To a few minutes. */
    seen_at: string | null;
    /** Null where the person logged in with a password. */
    provider_id: string | null;
    sealed_tokens: string | null;
    checked_at: string | null;
  };
  /** Who a person is at a provider that logs people in. */
  user_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    created_at: string;
  };
  /** Where a person logged in from. */
  login_addresses: {
    user_id: string;
    address_hash: string;
    used_at: string;
  };
  /** ORG-1 */
  second_factors: {
    user_id: string;
    sealed_secret: string;
    /** Null: no code of it was given yet. */
    confirmed_at: string | null;
    /** Of the last code that was used: none before it works again. */
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
    /** First characters, so that a person can tell keys apart. */
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
    /** Null: all that the person may see. */
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
  /** ORG-5: what a person has taken of a day or a month, calls that are under way included. */
  spending: {
    user_id: string;
    /** `2026-11-16`, `2026-11`, or `lock`: the row that those who look at quotas queue for. */
    period: string;
    tokens: number;
    cost_usd: number;
  };
  /** ORG-5: what is being taken of a quota and is not to be seen elsewhere yet. */
  quota_holds: {
    id: string;
    user_id: string;
    kind: 'storage' | 'jobs';
    amount: number;
    expires_at: string;
  };
  /** Of originals of items. */
  blob_sizes: { content_hash: string; bytes: number };
}
