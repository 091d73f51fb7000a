import Testing

@testable import ApusBenchmarks

/// Text has a contrast of at least 4.5 to the background, and bars have at least 3, as WCAG AA
/// requires of text and of graphics.
struct BenchmarkReportPageTests {
  @Test(arguments: [0, 1])
  func `the benchmark page has sufficient colour contrast in light and dark mode`(scheme: Int)
    throws
  {
    let page = BenchmarkReport(environment: RunEnvironment(), notes: [], rows: []).page
    func color(_ name: String) throws -> Double {
      let values = page.split(separator: "--\(name):#").dropFirst()
      try #require(values.count == 2)
      return luminance(try #require(values.dropFirst(scheme).first).prefix { $0.isHexDigit })
    }
    let back = try color("back")
    for name in ["text", "soft", "warn"] {
      #expect(contrast(try color(name), back) >= 4.5, "\(name)")
    }
    for name in ["ours", "peer"] { #expect(contrast(try color(name), back) >= 3, "\(name)") }
  }

  private func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// The relative luminance of a colour of three or six hexadecimal digits.
  private func luminance(_ digits: Substring) -> Double {
    let digits = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
    let number = Int(digits, radix: 16) ?? 0
    let parts = [16, 8, 0].map { (shift: Int) -> Double in
      let value = Double((number >> shift) & 255) / 255
      return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// A value to the power of 2.4, as the square times the fifth root of the square.
  private func power(_ value: Double) -> Double {
    let square = value * value
    var root = 1.0
    for _ in 0..<60 {
      let fourth = root * root * root * root
      root = (4 * root + square / fourth) / 5
    }
    return square * root
  }
}
