import type { Routes } from '@ibid/client/internal';
import type { Schemas } from '@ibid/client';

export type Agent = Schemas['Agent'];
export type Conversation = Schemas['Conversation'];
export type FileRow = Schemas['File'];
export type Job = Schemas['Job'];
export type KnowledgeBaseRow = Schemas['KnowledgeBase'];
export type Message = Schemas['Message'];
export type UserMessageRow = Extract<Message, { role: 'user' }>;
export type AssistantMessageRow = Extract<Message, { role: 'assistant' }>;
export type MessageBranch = Schemas['Branch'];
export type Model = Schemas['Model'];
export type ModelList = Routes['GET /api/models']['answer'];
export type Project = Schemas['Project'];
export type Session = Schemas['Session'];
export type SessionUser = Schemas['SessionUser'];
export type Sharing = Schemas['Sharing'];
export type StartedTurn = Schemas['StartedTurn'];
