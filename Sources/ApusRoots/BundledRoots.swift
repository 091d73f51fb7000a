public import ApusConnections
internal import ApusCrypto
internal import ApusTLS
public import ApusX509
internal import CApusRoots

/// The table of Mozilla's root certificates, which is a part of the program.
enum BundledRoots {
  /// The number of root certificates that was counted by the script that generates the table.
  static var count: Int { Int(apus_mozilla_roots_count()) }

  /// The root certificates as a PEM text.
  static var text: [UInt8] {
    // SAFETY: the table of root certificates is constant and has the stated length.
    let roots = unsafe apus_mozilla_roots()
    return unsafe Array(UnsafeBufferPointer(start: roots.text, count: roots.length))
  }

  /// The root certificates in the form that a TLS session needs. The bundled root certificates
  /// never change.
  static let roots: TLS.Roots = {
    let text = BundledRoots.text
    var digest = RunningHash(.sha256)
    digest.update(text)
    let anchors = X509.Anchors(X509.Bundle(text))
    return TLS.Roots(anchors, generation: 0, digest: digest.finalize())
  }()
}

extension X509.Anchors {
  /// Mozilla's root certificates for servers, which are a part of the program.
  ///
  /// The bundled root certificates are as old as the version of Apus. The bundled root certificates
  /// change only if the program is built with a newer version of Apus.
  public static var bundled: X509.Anchors { BundledRoots.roots.anchors }
}

extension Connections.Roots {
  /// Mozilla's root certificates for servers, which are a part of the program.
  ///
  /// The bundled root certificates are as old as the version of Apus. The bundled root certificates
  /// change only if the program is built with a newer version of Apus. The root certificates of the
  /// system are not used.
  ///
  ///     $0.tls.roots = .bundled
  ///
  /// A program with the product `ApusRoots` also uses the bundled root certificates for `.system`
  /// if the system has no root certificates.
  public static var bundled: Connections.Roots { .only(BundledRoots.roots) }
}
