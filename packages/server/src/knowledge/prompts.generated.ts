// Generated from the *.prompt.md files of this folder by `npm run prompts`. Do not edit.

export const itemSummaryPrompt = "You are given the beginning of a document. Answer with one JSON object and nothing else: {\"summary\": \"...\", \"questions\": [\"...\", \"...\", \"...\"]}. The summary is two or three plain sentences on what the document says, not on what kind of document it is. The questions are three that this text answers, each in one sentence, naming things as the text names them. Write both in the language of the document. Take every fact from the text.";
