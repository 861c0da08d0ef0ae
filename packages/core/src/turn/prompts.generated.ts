// Generated from the *.prompt.md files of this folder by `npm run prompts`. Do not edit.

export const emptyResponsePrompt = "Your previous response was empty. Answer the question now, from what you have. If you lack something, call a tool or say what is missing.";
