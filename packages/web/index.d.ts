/** Folder of the built page; a server serves it as static files. */
export declare const webDistFolder: string;
