import { Tabs } from 'radix-ui';

export function TabList({ label, tabs }: { label: string; tabs: [value: string, label: string][] }) {
  return (
    <Tabs.List aria-label={label} className="scroll-quiet mb-6 flex gap-1 overflow-x-auto border-b">
      {tabs.map(([value, text]) => (
        <Tabs.Trigger
          key={value}
          value={value}
          className="border-b-2 -outline-offset-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
        >
          {text}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
