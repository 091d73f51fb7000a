/// Serial numbers.
extension X509.Lint {
  static let serialNumber: [X509.Lint] = [
    X509.Lint(
      "serial-zero", .error, "RFC 5280 section 4.1.2.2", "a serial number must not be zero",
      brokenIf: { $0.certificate.serialNumber.isZero }),
    X509.Lint(
      "serial-negative", .error, "RFC 5280 section 4.1.2.2",
      "a serial number must be above zero"
    ) { subject in
      let serial = subject.certificate.serialNumber
      return serial.isNegative ? "\(serial)" : nil
    },
    X509.Lint(
      "serial-too-long", .error, "RFC 5280 section 4.1.2.2",
      "a serial number must have at most twenty bytes"
    ) { subject in
      let serial = subject.certificate.serialNumber
      return serial.isTooLong ? "\(serial.content.count) bytes" : nil
    },
    X509.Lint(
      "serial-guessable", .warning, "\(baseline) 7.1.2.7",
      "a serial number must have 64 bits of chance, and so eight bytes or nearly",
      brokenIf: { subject in
        let serial = subject.certificate.serialNumber
        return !subject.isSelfIssued && !serial.isNegative && serial.content.count < 7
      }),
  ]
}
