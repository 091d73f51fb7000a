extension HTTP.Target.StringInterpolation {
  /// Appends a duration as a decimal number of seconds, such as `3` or `0.25`.
  ///
  /// - Parameter duration: The duration, whose fraction of a second is kept.
  public mutating func appendInterpolation(_ duration: Duration) {
    appendInterpolation(duration.decimalSeconds)
  }
}

extension Duration {
  /// The number of seconds of the duration in decimal digits, without trailing zeros in the
  /// fraction.
  ///
  ///     seconds = [ "-" ] 1*DIGIT [ "." 1*18DIGIT ]
  package var decimalSeconds: String {
    let perSecond: UInt128 = 1_000_000_000_000_000_000
    let (seconds, rest) = attoseconds.magnitude.quotientAndRemainder(dividingBy: perSecond)
    let sign = attoseconds < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(seconds)" }
    // The leading digit 1 preserves the leading zeros of the decimal fraction.
    var digits = "\(perSecond + rest)".utf8.dropFirst()
    while digits.last == 0x30 { digits.removeLast() }
    return "\(sign)\(seconds)." + String(Substring(digits))
  }
}
