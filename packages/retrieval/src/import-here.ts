/** For the command, which has this package inside it: loads what is installed for this package. */
export const importHere = (name: string): Promise<unknown> => import(name);
