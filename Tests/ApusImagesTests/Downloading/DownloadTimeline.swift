@testable import ApusImages

/// A script of requests, played on the decider with a clock of its own, and drawn.
struct DownloadTimeline {
  /// The states of one request, in ticks.
  struct Line: Equatable {
    let name: String
    let url: String
    var asked = 0
    var download = 0
    var joined = false
    /// When its download began; nil if it never did.
    var started: Int?
    var ended = 0
    var isCancelled = false
  }

  private(set) var lines: [Line] = []
  /// The most downloads that were under way at once.
  private(set) var mostActive = 0

  private static let script: [(tick: Int, name: String, url: String?)] = [
    (0, "A", "a"), (1, "B", "b"), (2, "C", "a"), (3, "D", "c"), (4, "E", "d"), (5, "F", "c"),
    (6, "A", nil), (7, "G", "e"), (8, "E", nil), (9, "B", nil),
  ]
  private static let lengths = ["a": 11, "b": 14, "c": 6, "d": 5, "e": 4]

  init(_ priority: DownloadPriority) {
    var decider = DownloadDecider<String>(priority: priority, mostActive: 2)
    var ends: [Int: Int] = [:]
    var tick = 0
    while tick == 0 || !ends.isEmpty || tick <= 9 {
      for (download, end) in ends.sorted(by: { $0.key < $1.key }) where end == tick {
        ends[download] = nil
        let ending = decider.finish(download)
        for receipt in ending.receipts { lines[receipt].ended = tick }
        for next in ending.next { start(next, tick, &ends) }
      }
      for step in Self.script where step.tick == tick {
        if let url = step.url {
          ask(step.name, url, tick, &decider, &ends)
        } else if let index = lines.firstIndex(where: { $0.name == step.name }) {
          lines[index].ended = tick
          lines[index].isCancelled = true
          // The network releases a stopped download a tick later.
          if case .stop(let download) = decider.cancel(index, of: lines[index].download) {
            ends[download] = tick + 1
          }
        }
      }
      mostActive = max(mostActive, decider.activeCount)
      tick += 1
    }
  }

  private mutating func ask(
    _ name: String, _ url: String, _ tick: Int, _ decider: inout DownloadDecider<String>,
    _ ends: inout [Int: Int]
  ) {
    var line = Line(name: name, url: url, asked: tick)
    if let download = decider.join(url, lines.count) {
      line.download = download
      line.joined = true
      line.started = lines.first { $0.download == download && $0.started != nil }.map { _ in tick }
      lines.append(line)
      return
    }
    let start = decider.add(url, lines.count)
    switch start {
    case .run(let download), .wait(let download): line.download = download
    }
    lines.append(line)
    if case .run(let download) = start { self.start(download, tick, &ends) }
  }

  private mutating func start(_ download: Int, _ tick: Int, _ ends: inout [Int: Int]) {
    for index in lines.indices where lines[index].download == download && !lines[index].isCancelled
    {
      lines[index].started = tick
      ends[download] = tick + (Self.lengths[lines[index].url] ?? 1)
    }
  }

  /// One panel: a row for each request, pale while it waits, full while its download is under way.
  func panel(_ title: String, top: Int) -> String {
    var svg = "<text x=\"12\" y=\"\(top + 16)\" class=\"title\">\(title)</text>\n"
    for (index, line) in lines.enumerated() {
      let y = top + 28 + index * 24
      let started = line.started ?? line.ended
      svg += "<text x=\"12\" y=\"\(y + 13)\">\(line.name) asks for \(line.url)</text>\n"
      func bar(_ from: Int, _ to: Int, _ kind: String) -> String {
        guard to > from else { return "" }
        return "<rect x=\"\(Self.x(from))\" y=\"\(y)\" width=\"\((to - from) * 16)\" "
          + "height=\"16\" class=\"\(kind)\"/>\n"
      }
      svg += bar(line.asked, started, "waits") + bar(started, line.ended, "loads \(line.url)")
      let end =
        line.isCancelled ? "cancelled" : line.joined ? "answered, by a shared download" : "answered"
      svg += "<text x=\"\(Self.x(line.ended) + 6)\" y=\"\(y + 13)\" class=\"end\">\(end)</text>\n"
    }
    return svg
  }

  private static func x(_ tick: Int) -> Int { 120 + tick * 16 }

  /// Both priorities, one above the other.
  static func svg() -> String {
    let first = DownloadTimeline(.firstInFirstOut).panel("The first first", top: 8)
    let last = DownloadTimeline(.lastInFirstOut).panel("The last first", top: 220)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 432" font-family="sans-serif" \
      font-size="12">
      <style>.title{font-weight:bold}.end{fill:#666}.waits{fill:#ddd}.a{fill:#4477aa}\
      .b{fill:#cc6677}.c{fill:#228833}.d{fill:#ccbb44}.e{fill:#aa3377}</style>
      <rect width="780" height="432" fill="#fff"/>
      \(first)\(last)</svg>

      """
  }
}
