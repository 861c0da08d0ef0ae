import { defineConnector } from '../connector.js';
import { Feed } from './feed.js';
import { FeedSettingsSchema } from './feed-settings.js';

export const feedConnector = defineConnector({
  kind: 'feed',
  label: 'Feed',
  description: 'Entries of an RSS, Atom or JSON feed. Entries that the feed no longer lists are kept.',
  settings: FeedSettingsSchema,
  secrets: [],
  open: async (settings, tools) => new Feed(settings, tools),
});
