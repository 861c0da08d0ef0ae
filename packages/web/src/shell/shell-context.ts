import { createContext, use } from 'react';

/** What pages may ask of the frame around them. */
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
