extension HTTP.Target.StringInterpolation {
  /// Adds a duration in decimal seconds, as a query has it: `3` or `0.25`.
  ///
  /// - Parameter duration: The duration, whose fraction of a second is kept.
  public mutating func appendInterpolation(_ duration: Duration) {
    appendInterpolation(duration.decimalSeconds)
  }
}

extension Duration {
  /// The number of seconds in decimal digits, without zeros at the end of the fraction.
  ///
  ///     seconds = [ "-" ] 1*DIGIT [ "." 1*18DIGIT ]
  package var decimalSeconds: String {
    let perSecond: UInt128 = 1_000_000_000_000_000_000
    let (seconds, rest) = attoseconds.magnitude.quotientAndRemainder(dividingBy: perSecond)
    let sign = attoseconds < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(seconds)" }
    // The leading one keeps the zeros at the start of the fraction.
    var digits = "\(perSecond + rest)".utf8.dropFirst()
    while digits.last == 0x30 { digits.removeLast() }
    return "\(sign)\(seconds)." + String(Substring(digits))
  }
}
