import { createContext, use } from 'react';

/** What pages can control in the surrounding frame. */
export interface Shell {
  sidebarOpen: boolean;
  toggleSidebar: () => void;
  openPalette: () => void;
}

export const ShellContext = createContext<Shell>({
  sidebarOpen: true,
  toggleSidebar: () => undefined,
  openPalette: () => undefined,
});

export const useShell = (): Shell => use(ShellContext);
