import { Link, useParams } from '@tanstack/react-router';
import { useSession } from '../api/session.js';
import { useIsAdministrator } from '../api/users.js';
import { texts } from '../texts/texts.js';
import { Page } from '../ui/page.js';
import { AccountSection } from './account-section.js';
import { AnsweringSection } from './answering-section.js';
import { AuditSection } from './audit-section.js';
import { FeedbackSection } from './feedback-section.js';
import { GeneralSection } from './general-section.js';
import { KeepingSection } from './keeping-section.js';
import { KeysSection } from './keys-section.js';
import { ModelsSection } from './models-section.js';
import { PromptSection } from './prompt-section.js';
import { UsageSection } from './usage-section.js';
import { UsersSection } from './users-section.js';

const sections = {
  general: GeneralSection,
  account: AccountSection,
  prompt: PromptSection,
  answering: AnsweringSection,
  models: ModelsSection,
  users: UsersSection,
  keys: KeysSection,
  usage: UsageSection,
  feedback: FeedbackSection,
  keeping: KeepingSection,
  audit: AuditSection,
};

type Section = keyof typeof sections;

const forAdministrators: Section[] = ['prompt', 'answering', 'users', 'keeping', 'audit'];
/** Hidden in local mode. */
const forLogins: Section[] = ['account', 'users'];

export function SettingsPage() {
  const chosen = useParams({ strict: false }).section;
  const administrator = useIsAdministrator();
  const session = useSession().data;
  const open = (Object.keys(sections) as Section[]).filter(
    (section) =>
      (administrator || !forAdministrators.includes(section)) &&
      !(forLogins.includes(section) && session?.mode === 'local'),
  );
  const section = open.find((candidate) => candidate === chosen) ?? 'general';
  const Content = sections[section];
  return (
    <Page title={texts.settings.title} subtitle={texts.settings.version(session?.version ?? '')}>
      <div className="flex flex-col gap-6 md:flex-row md:gap-10">
        <nav
          aria-label={texts.settings.title}
          className="scroll-quiet flex shrink-0 gap-1 overflow-x-auto md:w-48 md:flex-col md:overflow-x-visible"
        >
          {open.map((entry) => (
            <Link
              key={entry}
              to="/settings/$section"
              params={{ section: entry }}
              aria-current={entry === section ? 'page' : undefined}
              ref={entry === section ? intoView : null}
              className="rounded-lg px-3 py-2 text-sm whitespace-nowrap text-soft md:whitespace-normal hover:bg-panel hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {texts.settings.sections[entry]}
            </Link>
          ))}
        </nav>
        <div className="min-w-0 flex-1">
          <Content />
        </div>
      </div>
    </Page>
  );
}

/** On a narrow screen, the sections are one line that scrolls horizontally. */
function intoView(link: HTMLElement | null): void {
  link?.parentElement?.scrollTo({ left: link.offsetLeft - 40 });
}
