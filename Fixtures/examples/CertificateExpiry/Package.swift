// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "CertificateExpiry",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "apus", path: "../../..")],
  targets: [
    .executableTarget(
      name: "CertificateExpiry",
      dependencies: [
        .product(name: "ApusX509Files", package: "apus")
      ],
      path: "Sources")
  ]
)
