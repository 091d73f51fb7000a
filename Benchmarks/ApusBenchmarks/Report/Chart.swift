/// An SVG chart without scripts, whose colours are variables of the page's style.
enum Chart {
  /// A bar of a chart with its label, its spread, and a Boolean value that marks Apus.
  struct Entry {
    let label: String
    let value: Spread
    let isOurs: Bool
  }

  /// The chart is as wide as the screen of a phone, so its texts keep their size on a phone.
  private static let width = 400.0
  private static let labelHeight = 16.0
  private static let rowHeight = 38.0

  /// Returns horizontal bars, each with a line from the lower to the upper quartile. The labels are
  /// above their bars, because a phone has no room next to the bars.
  static func bars(_ entries: [Entry], unit: String) -> String {
    let greatest = max(entries.map(\.value.upper).max() ?? 0, 1e-12)
    let scale = (width - 96) / greatest
    var body = ""
    for (index, entry) in entries.enumerated() {
      let top = Double(index) * rowHeight
      let color = entry.isOurs ? "ours" : "peer"
      let middle = top + labelHeight + 9
      body += text(0, top + 12, entry.label)
      body += "<rect class=\"\(color)\" x=\"0\" y=\"\(round(top + labelHeight))\" "
      body += "width=\"\(round(max(1, entry.value.median * scale)))\" height=\"16\" rx=\"2\"/>"
      body += line(entry.value.lower * scale, middle, entry.value.upper * scale, middle, "spread")
      let end = max(entry.value.median, entry.value.upper) * scale + 6
      body += text(end, middle + 5, "\(BenchmarkReport.figure(entry.value.median)) \(unit)")
    }
    return svg(body, height: Double(entries.count) * rowHeight + 4, "bars in \(unit)")
  }

  /// Returns points on logarithmic axes that a line connects.
  static func curve(_ points: [(size: Double, cost: Double)], unit: String) -> String {
    let (left, bottom, top, right) = (64.0, 180.0, 16.0, 370.0)
    func logarithm(_ value: Double) -> Double { PowerLaw.logarithm(max(value, 1e-9)) }
    let xs = points.map { logarithm($0.size) }
    let ys = points.map { logarithm($0.cost) }
    guard let lowX = xs.min(), let highX = xs.max(), let lowY = ys.min(), let highY = ys.max()
    else { return "" }
    let (spanX, spanY) = (max(highX - lowX, 1e-9), max(highY - lowY, 0.7))
    let places = zip(xs, ys).map {
      (left + ($0 - lowX) / spanX * (right - left), bottom - ($1 - lowY) / spanY * (bottom - top))
    }
    var body = line(left, bottom, right, bottom, "axis") + line(left, top, left, bottom, "axis")
    let path = places.map { "\(round($0.0)),\(round($0.1))" }.joined(separator: " ")
    body += "<polyline class=\"curve\" points=\"\(path)\"/>"
    for (place, point) in zip(places, points) {
      body += "<circle class=\"ours\" cx=\"\(round(place.0))\" cy=\"\(round(place.1))\" r=\"5\"/>"
      body += text(place.0, bottom + 20, "\(Int(point.size))", anchor: "middle")
    }
    for (place, point) in [
      zip(places, points).first { _ in true },
      zip(places, points).max {
        $0.1.cost < $1.1.cost
      },
    ].compactMap(\.self) {
      body += text(left - 8, place.1 + 5, BenchmarkReport.figure(point.cost), anchor: "end")
    }
    return svg(body, height: 210, "cost in \(unit) against size, both axes logarithmic")
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }

  private static func svg(_ body: String, height: Double, _ label: String) -> String {
    "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\" "
      + "aria-label=\"\(escaped(label))\">\(body)</svg>"
  }

  private static func text(
    _ x: Double, _ y: Double, _ content: String, anchor: String = "start"
  ) -> String {
    "<text x=\"\(round(x))\" y=\"\(round(y))\" text-anchor=\"\(anchor)\">\(escaped(content))</text>"
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ name: String
  ) -> String {
    "<line class=\"\(name)\" x1=\"\(round(x1))\" y1=\"\(round(y1))\" "
      + "x2=\"\(round(x2))\" y2=\"\(round(y2))\"/>"
  }

  /// Returns a coordinate with one decimal.
  private static func round(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
