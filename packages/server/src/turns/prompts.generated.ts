// Generated from the *.prompt.md files of this folder by `npm run prompts`. Do not edit.

export const titlePrompt = "Write a title for a conversation that begins with the exchange below. Three to seven words, in the language of the question, naming its subject. No quotation marks, no full stop, nothing but the title.";
