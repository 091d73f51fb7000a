internal import ApusFiles
public import ApusX509

/// The functions that read certificate files and list the certificate files of a folder.
package enum CertificateFiles {
  /// The maximum number of bytes of a certificate file.
  package static let byteLimit = 64 << 20
  /// The maximum number of file names in a folder of certificates.
  package static let nameLimit = 20_000

  package static func contents(of path: String) throws(X509.FileError) -> [UInt8] {
    do throws(SystemError) {
      return try Files.contents(of: path, limit: byteLimit)
    } catch {
      throw .unreadable(path: path, error)
    }
  }

  /// Returns the paths of the regular files in a folder, except for hidden files.
  package static func paths(in folder: String) throws(X509.FileError) -> [String] {
    do throws(SystemError) {
      return try Files.entries(in: FilePath(folder), limit: nameLimit).compactMap(\.text)
        .filter { $0.utf8.first != 0x2e }
        .map { "\(folder)/\($0)" }.filter { Files.isRegularFile($0) }
    } catch {
      throw .unreadable(path: folder, error)
    }
  }
}

extension X509.Bundle {
  /// Reads a file of PEM or DER, which has at most 64 MiB.
  ///
  /// The bundle lists certificates that cannot be read among its problems.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: `X509.FileError` if the file cannot be read, or is a pipe, a device or a socket.
  public init(contentsOf path: String) throws(X509.FileError) {
    self.init(try CertificateFiles.contents(of: path))
  }
}
