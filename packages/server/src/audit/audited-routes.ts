import type { JsonValue } from '@ibid/core';

type Sent = Record<string, unknown>;
type Details = Record<string, JsonValue>;

export interface AuditedRoute {
  action: string;
  /** The kind of object that the id in the address, or in the response of a creating route, belongs to. */
  target?: string;
  /** The id parameter of the address; default `id`. */
  param?: string;
  /** What may be logged of the request: field names, kinds and counts. Null: not worth a line. */
  details?: (sent: Sent) => Details | null;
}

/**
 * ORG-2: what goes into the audit log, by method and route. A changing route that is neither here nor among the quiet
 * ones is logged under its address, so new routes are not forgotten.
 */
const auditedRoutes: Readonly<Record<string, AuditedRoute>> = {
  'POST /api/setup': { action: 'setup' },
  'POST /api/login': { action: 'login' },
  'POST /api/logout': { action: 'logout' },
  'POST /api/password': {
    action: 'password.change',
    details: (sent) => ({ keysWithdrawn: sent['withdrawKeys'] === true }),
  },
  'DELETE /api/sessions/:id': { action: 'session.end', target: 'session' },
  'DELETE /api/sessions': { action: 'session.end-others' },

  'POST /api/second-factor': { action: 'second-factor.begin' },
  'POST /api/second-factor/confirm': { action: 'second-factor.confirm' },
  'POST /api/second-factor/remove': { action: 'second-factor.remove' },
  'POST /api/users/:id/second-factor/code': { action: 'second-factor.code', target: 'user' },
  'DELETE /api/users/:id/second-factor': { action: 'second-factor.reset', target: 'user' },

  'POST /api/users': { action: 'user.create', target: 'user', details: rightsOf },
  'PATCH /api/users/:id': { action: 'user.change', target: 'user', details: rightsOf },
  'DELETE /api/users/:id': {
    action: 'user.delete',
    target: 'user',
    details: (sent) => kinds(sent, ['conversations', 'objects', 'to']),
  },
  'PUT /api/users/:id/budget': {
    action: 'user.budget',
    target: 'user',
    details: (sent) => ({ fields: Object.keys(sent) }),
  },
  'POST /api/keys': { action: 'key.create', target: 'key', details: (sent) => lists(sent, ['scopes']) },
  'DELETE /api/keys/:id': { action: 'key.delete', target: 'key' },

  'PUT /api/settings': {
    action: 'settings.change',
    details: ({ system }) =>
      isObject(system) ? { fields: Object.keys(system), ...lists(system, ['requireSecondFactor']) } : null,
  },
  'DELETE /api/search-models': { action: 'search-model.delete', details: (sent) => kinds(sent, ['name']) },

  'PATCH /api/conversations/:id': { action: 'conversation.share', target: 'conversation', details: sharing },
  'POST /api/conversations/:id/links': { action: 'conversation.link', target: 'conversation' },
  'DELETE /api/conversations/:id/links/:linkId': { action: 'conversation.unlink', target: 'conversation' },
  'DELETE /api/conversations/:id': { action: 'conversation.delete', target: 'conversation' },
  'GET /api/conversations/:id/export': {
    action: 'conversation.export',
    target: 'conversation',
    details: (sent) => kinds(sent, ['format']),
  },

  'POST /api/knowledge-bases': { action: 'knowledge-base.create', target: 'knowledge-base', details: fresh },
  'PATCH /api/knowledge-bases/:id': {
    action: 'knowledge-base.share',
    target: 'knowledge-base',
    details: sharing,
  },
  'DELETE /api/knowledge-bases/:id': { action: 'knowledge-base.delete', target: 'knowledge-base' },
  'PUT /api/left-behind/:id/owner': {
    action: 'knowledge-base.hand-over',
    target: 'knowledge-base',
    details: (sent) => kinds(sent, ['userId']),
  },
  'DELETE /api/left-behind/:id': { action: 'knowledge-base.delete', target: 'knowledge-base' },
  'PUT /api/knowledge-bases/:id/retention': {
    action: 'knowledge-base.retention',
    target: 'knowledge-base',
    details: (sent) => ({ days: typeof sent['days'] === 'number' ? sent['days'] : null }),
  },
  'POST /api/backups': { action: 'backup.start' },
  'POST /api/retention/run': { action: 'retention.start' },
  // An auditor first asks which folder of the machine was opened to others.
  'POST /api/knowledge-bases/:id/folders': {
    action: 'folder.read',
    target: 'knowledge-base',
    details: (sent) => kinds(sent, ['path', 'keep']),
  },
  'DELETE /api/knowledge-bases/:id/folders/:folderId': {
    action: 'folder.remove',
    target: 'folder',
    param: 'folderId',
  },
  // Addresses and names may be private. An auditor asks for the kind and how it is shared.
  'POST /api/sources': {
    action: 'source.add',
    target: 'source',
    details: (sent) => ({ ...kinds(sent, ['kind', 'knowledgeBaseId']), ...sharing(sent) }),
  },
  'PATCH /api/sources/:id': {
    action: 'source.change',
    target: 'source',
    details: (sent) => ({ fields: Object.keys(sent), ...kinds(sent, ['isPaused']), ...sharing(sent) }),
  },
  'DELETE /api/sources/:id': {
    action: 'source.remove',
    target: 'source',
    details: (sent) => kinds(sent, ['items']),
  },
  'DELETE /api/items/:id': { action: 'item.delete', target: 'item' },
  'DELETE /api/files/:id': { action: 'file.delete', target: 'file' },

  'POST /api/projects': { action: 'project.create', target: 'project', details: fresh },
  'PATCH /api/projects/:id': { action: 'project.share', target: 'project', details: sharing },
  'DELETE /api/projects/:id': { action: 'project.delete', target: 'project' },
  'DELETE /api/projects/:id/files/:fileId': { action: 'file.delete', target: 'file', param: 'fileId' },
  'POST /api/agents': { action: 'agent.create', target: 'agent', details: fresh },
  'PATCH /api/agents/:id': { action: 'agent.share', target: 'agent', details: sharing },
  'DELETE /api/agents/:id': { action: 'agent.delete', target: 'agent' },

  'POST /api/tables': { action: 'table.create', target: 'table', details: fresh },
  'PATCH /api/tables/:id': { action: 'table.share', target: 'table', details: sharing },
  'DELETE /api/tables/:id': { action: 'table.delete', target: 'table' },
  'DELETE /api/tables/:id/columns/:columnId': { action: 'table.change', target: 'table' },
  'DELETE /api/tables/:id/rows/:rowId': { action: 'table.change', target: 'table' },
  'GET /api/tables/:id/export': {
    action: 'table.export',
    target: 'table',
    details: (sent) => kinds(sent, ['format']),
  },

  'DELETE /api/reports/:id': { action: 'report.delete', target: 'report' },
  'GET /api/reports/:id/export': {
    action: 'report.export',
    target: 'report',
    details: (sent) => kinds(sent, ['format']),
  },
  'DELETE /api/contradictions/:id': { action: 'contradictions.delete', target: 'contradictions' },

  'GET /api/feedback/export': { action: 'feedback.export', details: (sent) => kinds(sent, ['whose']) },
  'DELETE /api/feedback/:id': { action: 'feedback.delete', target: 'feedback' },
  'DELETE /api/feedback': { action: 'feedback.delete-all' },

  'GET /api/audit/export': { action: 'audit.export', details: (sent) => kinds(sent, ['format']) },
};

/** Everyday asking and reading, which changes no rights and removes nothing. */
const QUIET =
  /^(?:(?:POST|PUT|PATCH|DELETE) (?:\/v1\/.*|\/mcp|\/api\/(?:conversations|conversations\/:id\/(?:turns|fork|preview)|preview|search|shared|turns\/:id\/(?:against|opinion|feedback|stop|retry)|ui\/chat|files|projects\/:id\/files|knowledge-bases\/:id\/(?:uploads|folders\/:folderId\/sync)|sources\/:id\/sync|items\/:id\/(?:summary|attachment)|jobs\/:id\/(?:retry|cancel)|tables\/:id\/(?:run|stop|rows|rows\/:rowId|columns|columns\/:columnId|cells\/:rowId\/:columnId)|reports|reports\/:id\/(?:run|stop)|contradictions|contradictions\/:id\/(?:run|stop)|models\/test|audit\/verify))|PATCH \/api\/reports\/:id)$/u;

/** Null if this route is not logged. */
export function auditedRoute(method: string, route: string): AuditedRoute | null {
  const key = `${method} ${route}`;
  const known = auditedRoutes[key];
  if (known) return known;
  if (['GET', 'HEAD', 'OPTIONS'].includes(method) || !route.startsWith('/api/') || QUIET.test(key))
    return null;
  return { action: 'other', details: () => ({ method, route }) };
}

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields whose values are ids or from a fixed list. */
function kinds(sent: Sent, names: readonly string[]): Details {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = sent[name];
      return typeof value === 'string' || typeof value === 'boolean' ? [[name, value]] : [];
    }),
  );
}

function lists(sent: Sent, names: readonly string[]): Details {
  return Object.fromEntries(
    names.flatMap((name) => (Array.isArray(sent[name]) ? [[name, sent[name] as JsonValue]] : [])),
  );
}

/** Group names are user content, so only their number is logged. */
function rightsOf(sent: Sent): Details {
  const groups = Array.isArray(sent['groups']) ? { groups: sent['groups'].length } : {};
  const fields = Object.keys(sent).filter((name) => sent[name] !== undefined);
  return { fields, ...kinds(sent, ['role', 'disabled']), ...groups };
}

function sharing(sent: Sent): Details | null {
  const wanted = sent['sharing'];
  if (!isObject(wanted)) return null;
  const count = (name: string) => (Array.isArray(wanted[name]) ? wanted[name].length : 0);
  return {
    ...kinds(wanted, ['visibility']),
    users: count('sharedWithUsers'),
    groups: count('sharedWithGroups'),
  };
}

/** A new object is only logged if others can see it from the start. */
function fresh(sent: Sent): Details | null {
  const shared = sharing(sent);
  return shared && shared['visibility'] !== 'private' ? shared : null;
}
