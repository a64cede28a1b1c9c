package controlplane

import (
	"context"

	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	controlleroptions "k8s.io/kubernetes/cmd/kube-controller-manager/app/options"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	scheduleroptions "k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

// One instance of each: no election, no port. The stock rate of requests is
// far below what one process can take and would make tests wait.
var clientFlags = []string{"--leader-elect=false", "--secure-port=0", "--kube-api-qps=500", "--kube-api-burst=1000"}

func (c *ControlPlane) startControllerManager() error {
	p := c.Authority.Path
	options, err := controlleroptions.NewKubeControllerManagerOptions()
	if err != nil {
		return err
	}
	known, off, aliases := controllermanager.KnownControllers(), controllermanager.ControllersDisabledByDefault(), controllermanager.ControllerAliases()
	if err := parse(options.Flags(known, off, aliases), append([]string{
		"--kubeconfig=" + p("controller-manager.kubeconfig"),
		"--service-account-private-key-file=" + p("service-account.key"), "--root-ca-file=" + p("ca.crt"),
		"--cluster-signing-cert-file=" + p("ca.crt"), "--cluster-signing-key-file=" + p("ca.key"),
	}, clientFlags...)); err != nil {
		return err
	}
	c.run("kube-controller-manager", func(ctx context.Context) error {
		config, err := options.Config(ctx, known, off, aliases)
		if err != nil {
			return err
		}
		return controllermanager.Run(ctx, config.Complete())
	})
	return nil
}

func (c *ControlPlane) startScheduler() error {
	options := scheduleroptions.NewOptions()
	if err := parse(*options.Flags, append([]string{
		"--kubeconfig=" + c.Authority.Path("scheduler.kubeconfig"),
	}, clientFlags...)); err != nil {
		return err
	}
	c.run("kube-scheduler", func(ctx context.Context) error {
		config, instance, err := scheduler.Setup(ctx, options)
		if err != nil {
			return err
		}
		return scheduler.Run(ctx, config, instance)
	})
	return nil
}
