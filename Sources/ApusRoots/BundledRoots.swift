public import ApusConnections
internal import ApusCrypto
internal import ApusTLS
public import ApusX509
internal import CApusRoots

/// The table of Mozilla's roots.
enum BundledRoots {
  /// The number of roots that the script for the table has counted.
  static var count: Int { Int(apus_mozilla_roots_count()) }

  /// The roots, as a text of PEM.
  static var text: [UInt8] {
    // SAFETY: the table is constant and has that length.
    let roots = unsafe apus_mozilla_roots()
    return unsafe Array(UnsafeBufferPointer(start: roots.text, count: roots.length))
  }

  /// The roots as a session needs them. They never change.
  static let roots: TLS.Roots = {
    let text = BundledRoots.text
    var digest = RunningHash(.sha256)
    digest.update(text)
    let anchors = X509.Anchors(X509.Bundle(text))
    return TLS.Roots(anchors, generation: 0, digest: digest.finalize())
  }()
}

extension X509.Anchors {
  /// Mozilla's roots for servers, which are a part of the program.
  ///
  /// They are as old as the version of Apus, and change only if the program is built with a newer
  /// version.
  public static var bundled: X509.Anchors { BundledRoots.roots.anchors }
}

extension Connections.Roots {
  /// Mozilla's roots for servers, which are a part of the program.
  ///
  /// They are as old as the version of Apus, and change only if the program is built with a newer
  /// version. The roots of the system are not used.
  ///
  ///     $0.tls.roots = .bundled
  ///
  /// A program with the product `ApusRoots` also uses them for `.system` if the system has no
  /// roots.
  public static var bundled: Connections.Roots { .only(BundledRoots.roots) }
}
