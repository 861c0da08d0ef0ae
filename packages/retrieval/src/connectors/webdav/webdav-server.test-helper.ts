import type { RequestListener } from 'node:http';
import { requireTool, serve, type TestServer } from '../test-server.test-helper.js';

interface Library {
  v2: {
    SimpleUserManager: new () => { addUser(name: string, password: string, isAdmin: boolean): object };
    SimplePathPrivilegeManager: new () => { setRights(user: object, path: string, rights: string[]): void };
    HTTPBasicAuthentication: new (users: object, realm: string) => object;
    PhysicalFileSystem: new (folder: string) => object;
    WebDAVServer: new (options: object) => {
      setFileSystemSync(path: string, files: object): void;
      executeRequest: RequestListener;
    };
  };
}

/** A local folder behind a WebDAV server with one user. */
export async function serveWebDav(options: {
  folder: string;
  user: string;
  password: string;
  port?: number;
}): Promise<TestServer> {
  const { v2 } = await requireTool<Library>('webdav-server');
  const users = new v2.SimpleUserManager();
  const user = users.addUser(options.user, options.password, false);
  const rights = new v2.SimplePathPrivilegeManager();
  rights.setRights(user, '/', ['canRead']);
  const server = new v2.WebDAVServer({
    requireAuthentification: true,
    httpAuthentication: new v2.HTTPBasicAuthentication(users, 'tests'),
    privilegeManager: rights,
  });
  server.setFileSystemSync('/', new v2.PhysicalFileSystem(options.folder));
  return serve((request, response) => server.executeRequest(request, response), options.port);
}
