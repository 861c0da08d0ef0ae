import type { ConnectorKind } from './connector.js';
import { feedConnector } from './feed/feed-connector.js';
import { gitConnector } from './git/git-connector.js';
import { imapConnector } from './imap/imap-connector.js';
import { s3Connector } from './s3/s3-connector.js';
import { siteConnector } from './site/site-connector.js';
import { webdavConnector } from './webdav/webdav-connector.js';

/** The built-in kinds of sources. */
export const builtInConnectors: readonly ConnectorKind[] = [
  siteConnector,
  feedConnector,
  gitConnector,
  imapConnector,
  webdavConnector,
  s3Connector,
];
