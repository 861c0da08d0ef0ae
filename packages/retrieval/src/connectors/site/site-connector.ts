import { defineConnector } from '../connector.js';
import { Site } from './site.js';
import { SiteSettingsSchema } from './site-settings.js';

/** A web site, crawled as its robots.txt asks. */
export const siteConnector = defineConnector({
  kind: 'site',
  label: 'Web site',
  description: 'Pages of a web site, followed from link to link.',
  settings: SiteSettingsSchema,
  secrets: [],
  open: async (settings, tools) => new Site(settings, tools),
});
