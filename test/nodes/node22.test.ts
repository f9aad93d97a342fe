import { onNode } from "./onNode.js"

onNode("22")
