import { createRoute, z } from '@hono/zod-openapi';
import { newId } from '@ibid/store/internal';
import type { Project, Sharing, StoredFile } from '@ibid/store/internal';
import {
  FileSchema,
  IdParamSchema,
  NewProjectSchema,
  ProjectChangeSchema,
  ProjectFileParamSchema,
  ProjectSchema,
  listOf,
} from '../api/schemas/index.js';
import { principalOf } from '../auth/access.js';
import type { Principal } from '../auth/principal.js';
import { Forbidden, InvalidRequest, NotFound } from '../errors/index.js';
import type { Api } from '../http/app-env.js';
import { jsonAnswer, jsonBody, nothing, problems } from '../http/route-parts.js';
import { startProjectFile } from '../knowledge/project-file-job.js';
import { cancelJobsOfBase } from '../jobs/cancel-jobs-of-base.js';
import type {
  Files,
  Jobs,
  KnowledgeAccess,
  ModelWork,
  Models,
  Observability,
  Projects,
} from '../services.js';
import { fileView } from './conversation-view.js';
import { storeUploads, uploadBody } from './files.js';
import { toAccessRule } from './knowledge-view.js';

const tags = ['Projects'];

async function visibleProject(services: Projects, principal: Principal, id: string): Promise<Project> {
  const project = await services.projects.get(principal.viewer, id);
  if (!project) throw new NotFound('There is no such project.');
  return project;
}

async function ownProject(services: Projects, principal: Principal, id: string): Promise<Project> {
  const project = await visibleProject(services, principal, id);
  if (project.ownerId !== principal.user.id)
    throw new Forbidden('This project is shared with you for use only.');
  return project;
}

export function registerProjectRoutes(api: Api, services: ModelWork & Projects & Files & Jobs): void {
  const view = (project: Project, principal: Principal) => projectView(services, project, principal);

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/projects',
      tags,
      summary: 'Projects you may see',
      responses: { 200: jsonAnswer(listOf(ProjectSchema), 'Projects'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const projects = await services.projects.list(principal.viewer);
      const rows = await Promise.all(projects.map((project) => view(project, principal)));
      return context.json({ rows, cursor: null }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/projects',
      tags,
      summary: 'Create a project, and the knowledge base its files are indexed in',
      request: { body: jsonBody(NewProjectSchema) },
      responses: { 201: jsonAnswer(ProjectSchema, 'The project'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const { name, description, instructions, sharing } = context.req.valid('json');
      const ownerId = principal.user.id;
      const base = await services.knowledge.bases.create({
        id: newId(),
        name: `Files of ${name}`,
        kind: 'project',
        access: toAccessRule(ownerId, sharing),
      });
      const made = await services.projects.create({
        ownerId,
        name,
        description,
        instructions,
        ...(sharing ? { sharing } : {}),
      });
      await services.projects.update(made.id, { knowledgeBaseId: base.id });
      return context.json(await view(await visibleProject(services, principal, made.id), principal), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/projects/{id}',
      tags,
      summary: 'One project',
      request: { params: IdParamSchema },
      responses: { 200: jsonAnswer(ProjectSchema, 'The project'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const project = await visibleProject(services, principal, context.req.valid('param').id);
      return context.json(await view(project, principal), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'patch',
      path: '/api/projects/{id}',
      tags,
      summary: 'Change a project',
      request: { params: IdParamSchema, body: jsonBody(ProjectChangeSchema) },
      responses: { 200: jsonAnswer(ProjectSchema, 'The project'), ...problems },
    }),
    async (context) => {
      const principal = principalOf(context);
      const project = await ownProject(services, principal, context.req.valid('param').id);
      const { name, description, instructions, sharing } = context.req.valid('json');
      await services.projects.update(project.id, {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(instructions === undefined ? {} : { instructions }),
        ...(sharing === undefined ? {} : { sharing }),
      });
      if (sharing) await shareBase(services, project, sharing);
      return context.json(await view(await visibleProject(services, principal, project.id), principal), 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/projects/{id}',
      tags,
      summary: 'Delete a project and its index; its conversations stay',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const project = await ownProject(services, principalOf(context), context.req.valid('param').id);
      if (project.knowledgeBaseId) {
        await cancelJobsOfBase(services, project.knowledgeBaseId);
        await services.knowledge.bases.remove(project.knowledgeBaseId);
      }
      await services.projects.delete(project.id);
      return context.body(null, 204);
    },
  );

  registerProjectFileRoutes(api, services);
}

function registerProjectFileRoutes(api: Api, services: ModelWork & Projects & Files & Jobs): void {
  api.openAPIRegistry.registerPath({
    method: 'post',
    path: '/api/projects/{id}/files',
    tags,
    summary: 'Add files to a project',
    request: { params: IdParamSchema, body: uploadBody },
    responses: { 201: jsonAnswer(z.object({ rows: z.array(FileSchema) }), 'The files'), ...problems },
  });
  api.post('/api/projects/:id/files', async (context) => {
    const principal = principalOf(context);
    const parsed = IdParamSchema.safeParse(context.req.param());
    if (!parsed.success) throw new InvalidRequest();
    const project = await ownProject(services, principal, parsed.data.id);
    const files = await storeUploads(services, context, principal);
    for (const file of files) {
      await services.projects.addFile(project.id, file.id);
      indexInBackground(services, project, file);
    }
    return context.json({ rows: files.map(fileView) }, 201);
  });

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/projects/{id}/files/{fileId}',
      tags,
      summary: 'Remove a file from a project',
      request: { params: ProjectFileParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      const { id, fileId } = context.req.valid('param');
      const project = await ownProject(services, principalOf(context), id);
      const entry = (await services.projects.files(project.id)).find((file) => file.fileId === fileId);
      if (!entry) throw new NotFound('There is no such file in this project.');
      if (entry.itemId) await services.knowledge.writer.removeItem({ itemId: entry.itemId });
      await services.projects.removeFile(project.id, fileId);
      return context.body(null, 204);
    },
  );
}

function indexInBackground(
  services: Observability & Projects & Files & KnowledgeAccess & Models & Jobs,
  project: Project,
  file: StoredFile,
): void {
  startProjectFile(services, project, file).catch((error: unknown) =>
    services.log.error({ err: error, fileId: file.id }, 'a project file could not be indexed'),
  );
}

async function shareBase(services: KnowledgeAccess, project: Project, sharing: Sharing): Promise<void> {
  if (!project.knowledgeBaseId) return;
  await services.knowledge.bases.update(project.knowledgeBaseId, {
    access: toAccessRule(project.ownerId, sharing),
  });
}

async function projectView(services: Projects & Files, project: Project, principal: Principal) {
  const { ownerId, sharing, ...shown } = project;
  const isOwner = ownerId === principal.user.id;
  const listed = await services.projects.files(project.id);
  const files = await services.files.getMany(listed.map((file) => file.fileId));
  return {
    ...shown,
    sharing: isOwner ? sharing : { ...sharing, sharedWithUsers: [], sharedWithGroups: [] },
    isOwner,
    files: files.map((file) => ({
      ...fileView(file),
      itemId: listed.find((entry) => entry.fileId === file.id)?.itemId ?? null,
    })),
  };
}
