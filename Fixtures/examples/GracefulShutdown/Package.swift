// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "GracefulShutdown",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "apus", path: "../../..")],
  targets: [
    .executableTarget(
      name: "GracefulShutdown",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusTestServer", package: "apus"),
      ],
      path: "Sources")
  ]
)
