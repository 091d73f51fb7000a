internal import ApusBytes

extension HTTP {
  /// The quality (`q`) of a preferred value, from 0 (not acceptable) to 1 (most preferred), in
  /// steps of 0.001.
  public struct Quality: Hashable, Sendable {
    /// The quality in thousandths, from 0 to 1000.
    public let thousandths: Int

    /// The quality 1 (most preferred), which is the default for a preference without a weight.
    public static let one = Quality(thousandths: 1000)
    /// The quality 0 (not acceptable).
    public static let zero = Quality(thousandths: 0)

    /// Creates a quality from a number of thousandths, which is clamped to the valid range.
    ///
    /// - Parameter thousandths: The quality times 1,000, which is clamped to the range from 0 to
    ///   1,000.
    public init(thousandths: Int) {
      self.thousandths = min(max(thousandths, 0), 1000)
    }

    /// Parses a quality value, such as `0.5`.
    ///
    ///     qvalue = ( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] )
    ///
    /// RFC 9110 section 12.4.2.
    init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(InvalidValue) {
      var at = Cursor(range)
      guard let whole = at.readDigits(1, in: bytes) else {
        throw .malformedWeight(at: at.position)
      }
      var value = whole * 1000
      if at.skip(".", in: bytes) {
        var unit = 100
        while unit > 0, let digit = at.readDigits(1, in: bytes) {
          value += digit * unit
          unit /= 10
        }
      }
      guard at.isAtEnd, value <= 1000 else { throw .malformedWeight(at: at.position) }
      self.init(thousandths: value)
    }
  }
}

extension HTTP.Quality: Comparable {
  public static func < (left: HTTP.Quality, right: HTTP.Quality) -> Bool {
    left.thousandths < right.thousandths
  }
}

extension HTTP.Quality: CustomStringConvertible {
  /// The quality as text without trailing zeros, such as `1`, `0.5` or `0.125`.
  public var description: String {
    guard thousandths % 1000 != 0 else { return thousandths == 0 ? "0" : "1" }
    var digits = String(thousandths + 1000).utf8.dropFirst()
    while digits.last == 0x30 { digits = digits.dropLast() }
    return "0.\(Substring(digits))"
  }
}
