import type { DemoBoard, DemoWords } from "../DemoBoard.js"

/** The demo's board of a product that is about to be launched. */
export const launch = ({ day, user }: DemoWords): DemoBoard => ({
  name: "Fernhill 2.0 launch",
  description: "Everything between today and the announcement. The date is fixed, the scope is not.",
  background: { type: "gradient", value: "linear-gradient(135deg, #6366F1 0%, #EC4899 100%)" },
  made: 60,
  groups: [
    ["plan", "Planning", "#579BFC"],
    ["build", "In progress", "#FDAB3D"],
    ["ready", "Ready", "#00C875"]
  ],
  columns: [
    ["lead", "Lead", "person", "Who answers for it"],
    ["channel", "Channel", "text"],
    ["start", "Starts", "date"],
    ["budget", "Budget (EUR)", "number"],
    ["public", "Public", "checkbox", "Visible to customers before the launch"]
  ],
  tasks: [
    {
      group: "plan",
      name: "Agree on the announcement date",
      description: "Marketing needs three weeks, the beta ends on a Friday. Nothing goes out on a Monday.",
      status: "done",
      priority: "high",
      assignees: ["maya"],
      made: 29,
      due: -14,
      values: { lead: user("maya"), public: false },
      comments: [
        ["daniel", 24, "The beta's last bug is fixed by then. Fine with me."],
        ["sofia", 23.5, "The press list needs it by tomorrow, @Maya.", "maya"],
        ["maya", 23.2, "It is decided; I have put it into the calendar."]
      ]
    },
    {
      group: "plan",
      name: "Price of the team plan",
      description: "Three proposals, with what each means for the customers that we have.",
      status: "working",
      priority: "high",
      assignees: ["maya", "daniel"],
      made: 21,
      due: 2,
      values: { lead: user("maya"), budget: 0, public: false },
      subtasks: [
        ["Ask ten customers of the beta", true],
        ["Compare with the old plans", true],
        ["Write down what changes for whom", false]
      ],
      timeEntries: [
        ["maya", 6, 90, "Calls with customers"],
        ["daniel", 3, 45, "Spreadsheet"]
      ]
    },
    {
      group: "plan",
      name: "Guest list of the launch event",
      priority: "low",
      assignees: ["sofia"],
      made: 9,
      due: 12,
      values: { channel: "Event", start: day(5), budget: 2500 }
    },
    {
      group: "build",
      name: "Landing page",
      description: "One page, one form, under 200 kB. The text is final, the pictures are not.",
      status: "working",
      priority: "high",
      assignees: ["sofia", "daniel"],
      made: 18,
      due: 0,
      values: { lead: user("sofia"), channel: "Web", start: day(-10), budget: 1800, public: true },
      comments: [
        ["tom", 2.1, "On my phone the second heading runs over the picture."],
        ["sofia", 1.9, "Thanks, @Tom! Mended; could you look again?", "tom"],
        ["tom", 0.8, "Looks good now."]
      ],
      subtasks: [
        ["Text", true],
        ["Form", true],
        ["Pictures", false],
        ["Try it with a screen reader", false]
      ],
      timeEntries: [
        ["sofia", 8, 210, "Layout"],
        ["sofia", 1.9, 40, "Heading on small screens"],
        ["daniel", 4, 120, "Form"]
      ]
    },
    {
      group: "build",
      name: "Film of one minute",
      status: "working",
      assignees: ["tom"],
      made: 15,
      due: 4,
      values: { channel: "Social", start: day(-4), budget: 3200 },
      comments: [["maya", 1.2, "The second cut is the better one. Shorter titles, please, @Tom.", "tom"]]
    },
    {
      group: "build",
      name: "Move the customers of the beta",
      description: "Their boards stay, their prices stay for a year.",
      status: "Stuck",
      priority: "high",
      assignees: ["daniel"],
      made: 12,
      due: -1,
      values: { lead: user("daniel"), start: day(-3), public: false },
      comments: [["daniel", 0.4, "Waits for the price of the team plan, @Maya.", "maya"]],
      timeEntries: [["daniel", 2, 150, "Rehearsal with a copy"]]
    },
    {
      group: "ready",
      name: "Press release",
      status: "done",
      assignees: ["sofia"],
      made: 20,
      due: -3,
      values: { lead: user("sofia"), channel: "Press", public: false },
      timeEntries: [["sofia", 7, 95, "Second draft"]]
    },
    {
      group: "ready",
      name: "Questions and answers for the support team",
      status: "done",
      priority: "low",
      assignees: ["tom", "sofia"],
      made: 16,
      due: -2,
      values: { channel: "Support", public: true },
      subtasks: [
        ["Prices", true],
        ["Moving from 1.x", true]
      ]
    }
  ]
})
