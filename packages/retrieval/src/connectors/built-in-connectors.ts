import type { ConnectorKind } from './connector.js';
import { gitConnector } from './git/git-connector.js';
import { imapConnector } from './imap/imap-connector.js';
import { s3Connector } from './s3/s3-connector.js';
import { webdavConnector } from './webdav/webdav-connector.js';

/** The kinds of sources that Ibid knows by itself. */
export const builtInConnectors: readonly ConnectorKind[] = [
  gitConnector,
  imapConnector,
  webdavConnector,
  s3Connector,
];
