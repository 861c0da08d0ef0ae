// Generated from the *.prompt.md files of this folder by `npm run prompts`. Do not edit.

export const descriptorGuidancePrompt = "Positions in read_fd and search_fd start at 1. Writing a name again makes a new version of it; ref:name@1 is the first one.\nWhere a tool takes handles instead of text, pass the handle alone, or write it in braces inside a longer text: {{ref:name}}.";

export const fdToFilePrompt = "Saves a text that is kept under a handle as a file in the conversation's workspace, where the person can download it. Paths are relative to the workspace. write replaces the file, append adds to its end, insert puts the text before a line or around a marker.";

export const getRefPrompt = "Gives back a text that was named with a ref tag in this conversation.";

export const listRefsPrompt = "Lists the texts that were named with ref tags in this conversation: name, time, size, category, newest version.";

export const readFdPrompt = "Reads a text that is kept under a handle: by page, by line or by character. All positions start at 1. Pages, one after the other, are exactly the text; page_tokens sets their size in tokens. With extract_to_new_fd the range is not shown but becomes a descriptor of its own.";

export const searchFdPrompt = "Searches a text that is kept under a handle and gives back the matching lines with their numbers and the lines around them. The pattern is plain text unless kind is regex (RE2 syntax: no back references and no lookaround; each line is matched on its own).";
